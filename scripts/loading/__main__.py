"""`scripts/load`: plays, watches, checks, and tells figures. Exits with 0 when every promise was kept, with 1
when one was not, with 2 when there was nothing to put a load on."""

from __future__ import annotations

import json
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, nullcontext
from typing import Any

import click
import httpx

from scripts.loading.deployment import deployed
from scripts.loading.failures import BrokenPromise, CannotRun
from scripts.loading.idle import IdleStreams
from scripts.loading.play import Order, Played, play
from scripts.loading.program import API, Latencies, Program
from scripts.loading.recount import compare, recount, told


@click.command()
@click.option(
    "--url", help="A server that runs already, on which nobody else plays meanwhile; without rate limits."
)
@click.option("--workers", default=2, show_default=True, help="Without --url: its worker processes.")
@click.option("--matches", default=32, show_default=True, help="Played at the same time.")
@click.option("--seats", default=4, show_default=True)
@click.option("--game", default="nova_luna", show_default=True)
@click.option(
    "--idle", default=0, show_default=True, help="Streams beside, of a match in which nothing happens."
)
@click.option("--seconds", default=600, show_default=True, help="When it has to be over.")
@click.option("--seed", default=0, show_default=True, help="Of the moves.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def main(url: str | None, workers: int, as_json: bool, **options: Any) -> None:
    """Play whole matches over HTTP, all at once, with a stream open for each seat and for a spectator.

    Without --url, a server is started for it: PostgreSQL, some worker processes, and the projections in a
    process of their own. Every stream must have each version once and in order, with the stored bytes and all
    openings; the statistics must grow by what a recount of the logs says.
    """
    streams = options["matches"] * (options["seats"] + 1) + options["idle"] + 10
    try:
        with nullcontext(url) if url else deployed(workers, streams) as address:
            figures = _load(address, **options)
    except BrokenPromise as error:
        click.echo(f"FAILED: {error}", err=True)
        sys.exit(1)
    except (CannotRun, httpx.ConnectError) as error:
        click.echo(str(error), err=True)
        sys.exit(2)
    click.echo(json.dumps(figures) if as_json else _text(figures))


def _load(
    url: str, *, matches: int, seats: int, game: str, idle: int, seconds: float, seed: int
) -> dict[str, Any]:
    order = Order(url, game, seats, time.monotonic() + seconds)
    latencies: Latencies = defaultdict(list)
    with httpx.Client(base_url=url, timeout=30) as http, _idle_streams(http, url, game, idle) as crowd:
        before = told(http.get(f"{API}/statistics/{game}").json(), seats)
        started = time.perf_counter()
        with ThreadPoolExecutor(matches) as pool:
            played = list(pool.map(lambda number: play(order, seed + number, latencies), range(matches)))
        took = time.perf_counter() - started
        for each in played:
            answer = http.get(f"{API}/statistics/{game}", params={"after_position": each.position})
            if not answer.is_success:
                raise BrokenPromise(f"the statistics are behind: {answer.text}")
        compare(before, told(answer.json(), seats), recount(each.lines for each in played))
        comments = crowd.check() if crowd else 0
    return _figures(played, took, latencies, idle, comments)


@contextmanager
def _idle_streams(http: httpx.Client, url: str, game: str, count: int) -> Iterator[IdleStreams | None]:
    if not count:
        yield None
        return
    program = Program(http, "Idler", defaultdict(list))
    opened = program.post("open", f"{API}/matches", {"game": game, "seats": 2})
    crowd = IdleStreams(url, f"{API}/matches/{opened['match']}", count)
    crowd.open()
    yield crowd
    crowd.close()


def _figures(
    played: Sequence[Played], took: float, latencies: Latencies, idle: int, comments: int
) -> dict[str, Any]:
    moves = sum(each.moves for each in played)
    requests = sum(map(len, latencies.values()))
    return {
        "matches": len(played),
        "moves": moves,
        "events": sum(len(each.lines) for each in played),
        "seconds": round(took, 1),
        "moves_per_second": round(moves / took, 1),
        "requests_per_second": round(requests / took, 1),
        "milliseconds": {what: _percentiles(found) for what, found in sorted(latencies.items())},
        "stream_lag_milliseconds": _percentiles([lag for each in played for lag in each.lags]),
        "reconnects": sum(each.reconnects for each in played),
        "idle_streams": idle,
        "idle_comments": comments,
    }


def _percentiles(seconds: Sequence[float]) -> dict[str, float]:
    cuts = statistics.quantiles(seconds, n=100, method="inclusive")
    named = {"p50": cuts[49], "p99": cuts[98], "most": max(seconds)}
    return {name: round(value * 1000, 1) for name, value in named.items()}


def _text(figures: dict[str, Any]) -> str:
    rows = [
        f"{figures['matches']} matches, {figures['moves']} moves, {figures['events']} events in "
        f"{figures['seconds']} s: {figures['moves_per_second']} moves/s, "
        f"{figures['requests_per_second']} requests/s",
        "every stream complete and in order, statistics equal to the recount",
    ]
    timed = {**figures["milliseconds"], "event → reader": figures["stream_lag_milliseconds"]}
    rows += [
        f"{what:>15}: p50 {found['p50']} ms, p99 {found['p99']} ms, at most {found['most']} ms"
        for what, found in timed.items()
    ]
    rows.append(f"streams that had to come back: {figures['reconnects']}")
    if figures["idle_streams"]:
        rows.append(
            f"{figures['idle_streams']} idle streams stayed open, with {figures['idle_comments']} comments"
        )
    return "\n".join(rows)


if __name__ == "__main__":
    main()
