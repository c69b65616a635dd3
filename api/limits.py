"""How many requests a client may make: counted in each process for itself, in bounded memory."""

from __future__ import annotations

import math
from collections.abc import Mapping
from datetime import timedelta
from ipaddress import IPv6Address, ip_address
from typing import Final, NamedTuple

from throttled import MemoryStore, Throttled, per_duration

from domain.configuration import Settings

REQUESTS: Final = "requests"
"""The policy for everything, for each player; for each address where the caller is none."""

REGISTRATION: Final = "registrations"
"""The policy for what makes players and sessions, for each address."""

CLIENTS: Final = 50_000
"""How many clients are remembered; then those who have not come for longest are forgotten."""

_IPV6_SITE: Final = 64
"""As many bits of an IPv6 address tell households apart; the rest is its owner's to choose."""


class Standing(NamedTuple):
    """How a client stands with a policy after a request."""

    policy: str
    quota: int
    window: int
    """In seconds, like `wait`."""
    left: int
    reset: int
    wait: int
    """How long to wait before asking again; 0 where the request is within the quota."""

    @property
    def headers(self) -> Mapping[str, str]:
        """As draft-ietf-httpapi-ratelimit-headers tells it."""
        return {
            "RateLimit-Policy": f'"{self.policy}";q={self.quota};w={self.window}',
            "RateLimit": f'"{self.policy}";r={self.left};t={self.reset}',
        }


class _Policy(NamedTuple):
    window: int
    throttled: Throttled


class Limits:
    """The quotas of all clients, by policy."""

    def __init__(self, settings: Settings) -> None:
        quotas = {
            REQUESTS: (settings.request_limit, timedelta(minutes=1)),
            REGISTRATION: (settings.registration_limit, timedelta(hours=1)),
        }
        self._policies = {
            name: _Policy(int(window.total_seconds()), _throttled(limit, window))
            for name, (limit, window) in quotas.items()
            if limit
        }

    def count(self, policy: str, client: str) -> Standing | None:
        """Count a request of a client; None where this policy has no limit."""
        if policy not in self._policies:
            return None
        window, throttled = self._policies[policy]
        state = throttled.limit(client).state
        reset, wait = math.ceil(state.reset_after), math.ceil(state.retry_after)
        return Standing(policy, state.limit, window, state.remaining, reset, wait)


def address_of(text: str | None) -> str:
    """An address as a client's name: of IPv6 the part that is given to a household."""
    try:
        address = ip_address(text or "")
    except ValueError:
        return text or ""
    if not isinstance(address, IPv6Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return f"{int(address) >> (128 - _IPV6_SITE):x}::/{_IPV6_SITE}"


def _throttled(limit: int, window: timedelta) -> Throttled:
    """A bucket of `limit` that is full again after a window."""
    quota = per_duration(window, limit, burst=limit)
    return Throttled(using="gcra", quota=quota, store=MemoryStore(options={"MAX_SIZE": CLIENTS}))
