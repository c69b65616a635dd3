"""Whether this server can do its work, and how far what follows the logs is behind."""

from __future__ import annotations

from collections.abc import Mapping

from api.context import Services
from api.problems import NotReady
from domain import tables
from domain.tables import NotMigrated
from projections import store
from projections.standard import STANDARD


def check_ready(services: Services) -> Mapping[str, int]:
    """How many positions each read model is behind, once the database has shown that it answers and has all
    its tables.

    A read model that is behind does not make a server unready: it shows what was, and sending people to other
    servers, which read the same one, would help nobody. Raises `NotReady`, `StoreUnavailable`.
    """
    try:
        tables.check_migrated(services.engine)
        store.check_migrated(services.projections)
    except NotMigrated as error:
        raise NotReady(str(error)) from None
    return projection_lags(services)


def projection_lags(services: Services) -> Mapping[str, int]:
    """How many positions each read model is behind the newest event. Raises `StoreUnavailable`."""
    newest = services.service.logs.newest_position()
    with store.transaction(services.projections) as connection:
        found = store.positions(connection)
    return {each.name: newest - found.get((each.name, each.version), 0) for each in STANDARD}
