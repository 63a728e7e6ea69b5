import os

import pytest


@pytest.fixture
def cli():
    """Path of the spanscope-cli under test."""
    return os.environ["SPANSCOPE_CLI"]
