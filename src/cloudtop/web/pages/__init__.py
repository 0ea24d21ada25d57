"""The pages of the house: plain HTML with places to be filled, and their words."""
