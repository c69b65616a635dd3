"""The command `fairtable-replay`."""

from __future__ import annotations

import click

from replay_tool.commands import checking, looking, moving
from replay_tool.commands.common import EXIT_CODES, Group


@click.group(cls=Group, epilog=EXIT_CODES, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="fairtable")
def main() -> None:
    """Rebuild, verify and audit matches from their logs.

    Every command takes match files (as `export` and the server write them) or, where nothing of that name
    exists, ids of matches in the server's database. Files need no server and no network.

    \b
    A referee's five questions, of a file:
      is it sound?                  fairtable-replay audit FILE
      what was the position?        fairtable-replay show FILE --at 57 --as 2
      why did this score?           fairtable-replay explain FILE 58
      what else could be done?      fairtable-replay explain FILE 58 --move '{"type": …}'
      what do today's rules say?    fairtable-replay diff FILE --newest-rules
    """


for _command in (
    looking.list_matches,
    looking.show,
    looking.log,
    looking.step,
    looking.explain_event,
    looking.diff,
    checking.verify_matches,
    checking.audit_matches,
    checking.rebuild,
    checking.witness,
    moving.export,
    moving.import_files,
):
    main.add_command(_command)


if __name__ == "__main__":
    main()
