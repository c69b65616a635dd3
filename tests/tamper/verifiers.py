"""The verifiers under test, each as a function from evidence to what it finds and where."""

from __future__ import annotations

import base64
import importlib.util
import json
import subprocess
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from replay_tool.audit import audit
from replay_tool.sources import from_bytes
from tests.node import node
from tests.tamper.played import Evidence

SCRIPTS = Path(__file__).parents[2] / "scripts"
IN_ONE_FILE = SCRIPTS / "verify_match.py"

Found = list[tuple[str, int]]
"""Codes with the version that each is about; 0 is the file as a whole."""


def load(path: Path) -> ModuleType:
    """The verifier in one file, or a changed copy of it, as a module."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@cache
def in_one_file() -> ModuleType:
    """`scripts/verify_match.py`."""
    return load(IN_ONE_FILE)


def by_python(evidence: Evidence, verifier: ModuleType | None = None) -> Found:
    """What `scripts/verify_match.py`, or a changed copy, says."""
    module: Any = verifier or in_one_file()
    findings = module.verify(module.MatchFile(evidence.content), evidence.receipts, evidence.keys)
    return [(code, version) for code, version, _ in findings]


def by_node(evidences: Sequence[Evidence]) -> list[Found]:
    """What `scripts/verify_match.mjs` says of each; it is started once for all."""
    jobs = [
        {"content": base64.b64encode(given.content).decode(), "receipts": given.receipts, "keys": given.keys}
        for given in evidences
    ]
    program = f"""
        import {{ verify }} from {json.dumps((SCRIPTS / "verify_match.mjs").as_uri())};
        import fs from "node:fs";
        const jobs = JSON.parse(fs.readFileSync(0, "utf8"));
        const found = jobs.map((job) => verify(Buffer.from(job.content, "base64"), job.receipts, job.keys));
        console.log(JSON.stringify(found));
    """
    run = subprocess.run(
        [node(), "--input-type=module", "--eval", program],
        input=json.dumps(jobs).encode(),
        capture_output=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr.decode()
    return [[(code, version) for code, version in found] for found in json.loads(run.stdout)]


def by_audit(evidence: Evidence) -> Found:
    """What `fairtable-replay audit` says."""
    report = audit(from_bytes("evidence", evidence.content))
    return [(finding.code, finding.version) for finding in report.findings]
