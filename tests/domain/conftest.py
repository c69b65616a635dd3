"""The stores, for all tests of this folder."""

from tests.domain.stores import clock, database, engine, kept_postgres_database, logs, migrated, service

__all__ = ["clock", "database", "engine", "kept_postgres_database", "logs", "migrated", "service"]
