"""Tests repeat: Hypothesis draws the same examples every time; services start when asked for."""

from hypothesis import settings

from tests.services import postgres, postgres_url, redis, redis_url

__all__ = ["postgres", "postgres_url", "redis", "redis_url"]

settings.register_profile("volto", derandomize=True, deadline=None)
settings.load_profile("volto")
