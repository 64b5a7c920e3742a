"""Settings of all tests."""

from hypothesis import settings

# What a busy machine makes slow is not wrong; benchmarks measure times.
settings.register_profile("simnon", deadline=None)
settings.load_profile("simnon")
