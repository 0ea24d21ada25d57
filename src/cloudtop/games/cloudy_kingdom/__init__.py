"""Cloudy Kingdom: beanstalk roads between the castles of noble families."""
