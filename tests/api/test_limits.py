"""How many requests are taken from one client."""

from __future__ import annotations

import pytest
from flask import Flask
from flask.testing import FlaskClient

from api.app import create_app
from api.context import Services
from api.limits import address_of
from domain.configuration import Settings
from tests.api.caller import API, Caller, problem

LIMITED = Settings(request_limit=3, registration_limit=4, trusted_proxies=1)


@pytest.fixture
def app(services: Services) -> Flask:
    """An application with low limits, behind a proxy."""
    return create_app(services, LIMITED)


def ask(client: FlaskClient, address: str, path: str = f"{API}/games") -> int:
    """Ask from an address; the status."""
    return client.get(path, headers={"X-Forwarded-For": address}).status_code


def test_every_answer_tells_how_one_stands(anyone: Caller) -> None:
    answer = anyone.get(f"{API}/games")
    assert answer.headers["RateLimit-Policy"] == '"requests";q=3;w=60'
    assert answer.headers["RateLimit"] == '"requests";r=2;t=20'


def test_too_many_requests_are_refused_until_later(anyone: Caller) -> None:
    assert [anyone.get(f"{API}/games").status_code for _ in range(3)] == [200] * 3
    answer = anyone.get(f"{API}/games")
    problem(answer, 429, "too-many-requests")
    assert 0 < int(answer.headers["Retry-After"]) <= 20
    assert answer.headers["RateLimit"].startswith('"requests";r=0;t=')


def test_every_address_has_its_own_quota(client: FlaskClient) -> None:
    for address in ("192.0.2.1", "192.0.2.2", "2001:db8:0:1::1"):
        assert [ask(client, address) for _ in range(4)] == [200, 200, 200, 429]
    assert ask(client, "2001:db8:0:1::2") == 429, "the same household"
    assert ask(client, "2001:db8:0:2::1") == 200
    assert ask(client, "192.0.2.9, 192.0.2.1") == 429, "only what our own proxy has added is believed"


def test_players_have_a_quota_wherever_they_come_from(client: FlaskClient) -> None:
    ann, bob = Caller.register(client, "Ann"), Caller.register(client, "Bob")
    asked = [ann.get(f"{API}/tokens", X_Forwarded_For=f"192.0.2.{n}").status_code for n in range(4)]
    assert asked == [200, 200, 200, 429]
    assert bob.get(f"{API}/tokens").status_code == 200
    client.post(f"{API}/session", json={"token": ann.token})
    assert client.get(f"{API}/tokens").status_code == 429, "a session is the same player"


def test_registration_is_counted_apart(client: FlaskClient) -> None:
    register = [
        client.post(f"{API}/players", json={"name": "Ann"}),
        client.post(f"{API}/session", json={"name": "Ann"}),
        client.post(f"{API}/session", json={"link": "x"}),
        client.post(f"{API}/players", json={}),
        client.post(f"{API}/players", json={"name": "Ann"}),
    ]
    assert [answer.status_code for answer in register] == [201, 201, 404, 422, 429]
    assert register[0].headers["RateLimit-Policy"] == '"registrations";q=4;w=3600'
    assert ask(client, "127.0.0.1") == 200


def test_who_tries_tokens_out_is_stopped(client: FlaskClient) -> None:
    guesser = Caller(client, "ft_000000000000_nonsense")
    asked = [guesser.get(f"{API}/tokens").status_code for _ in range(4)]
    assert asked == [401, 401, 401, 429]


def test_operations_are_never_refused(anyone: Caller) -> None:
    for _ in range(10):
        answer = anyone.get("/health/ready")
        assert answer.status_code == 200
        assert "RateLimit" not in answer.headers


def test_without_limits_nothing_is_counted(services: Services) -> None:
    anyone = Caller(create_app(services, Settings(request_limit=0)).test_client())
    assert "RateLimit" not in anyone.get(f"{API}/games").headers


@pytest.mark.parametrize(
    ("address", "client"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("2001:db8::1", "20010db800000000::/64"),
        ("unix", "unix"),
        (None, ""),
    ],
)
def test_clients_by_address(address: str | None, client: str) -> None:
    assert address_of(address) == client
