"""What the server writes down about its work: one JSON object a line, on standard error.

Lines hold who asked for what and what became of it. They never hold tokens, cookies, bodies, query strings,
or anything that is sealed; the modules that write them hand over names and numbers only.
"""

from __future__ import annotations

import logging
import sys
from typing import Any, TextIO

import msgspec
import structlog
from structlog.stdlib import BoundLogger, ProcessorFormatter
from structlog.typing import EventDict, Processor, WrappedLogger

_SHARED: list[Processor] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso", utc=True, key="at"),
]


def journal(name: str) -> BoundLogger:
    """A logger whose lines have fields. What is written is up to `configure`; without it, as the standard
    library does."""
    logger: BoundLogger = structlog.wrap_logger(
        logging.getLogger(name),
        wrapper_class=BoundLogger,
        processors=[structlog.stdlib.filter_by_level, *_SHARED, ProcessorFormatter.wrap_for_formatter],
    )
    return logger


def configure(level: str, stream: TextIO | None = None) -> None:
    """Write every log of this process, the libraries' too, as JSON lines, from a level up."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(
        ProcessorFormatter(
            foreign_pre_chain=_SHARED,
            processors=[
                ProcessorFormatter.remove_processors_meta,
                # Tracebacks without the values of variables, among which there may be secrets.
                structlog.processors.format_exc_info,
                _as_json,
            ],
        )
    )
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level.upper())


def _as_json(_logger: WrappedLogger, _method: str, event: EventDict) -> str:
    first = ("at", "level", "event")
    ordered: dict[str, Any] = {name: event[name] for name in first if name in event}
    ordered |= {name: value for name, value in event.items() if name not in first}
    return msgspec.json.encode(ordered, enc_hook=str).decode()
