"""The fixture of the Cloud City tests (`tests/support/cloud_city/plans.py`)."""

from tests.support.cloud_city.plans import table

__all__ = ["table"]
