# Shared by the scripts beside it, which source it: the repository's place and its virtual environment.
# shellcheck shell=bash

set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
venv=$root/.venv

say() {
    printf '%s\n' "$*"
}

fail() {
    say "$@" >&2
    exit 1
}

# Print the name of a Python that can make our virtual environment.
find_python() {
    local name
    for name in python3.13 python3.12 python3.11 python3; do
        if "$name" -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then
            say "$name"
            return
        fi
    done
    fail "Fairtable needs Python 3.11 or newer with its venv module, and found none" \
        "(on Debian: apt-get install python3 python3-venv)."
}

# Whether the virtual environment works, and works here: its programs hold the path they were made for.
venv_is_sound() {
    "$venv/bin/python" -c 'import pip, sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 &&
        grep -qF "$venv/bin/python" "$venv/bin/pip"
}

# What an installation depends on, as a short text.
fingerprint() {
    cat "$root/setup.cfg" "$root/pyproject.toml" | cksum
}

# install [EXTRA]: have Fairtable in the virtual environment, as setup.cfg now describes it.
install() {
    local extra=${1:-}
    local stamp=$venv/fairtable-installed${extra:+-$extra}
    local python

    if ! venv_is_sound; then
        python=$(find_python)
        say "Making a virtual environment in .venv with $("$python" --version)."
        "$python" -m venv --clear "$venv"
    fi
    if [[ "$(fingerprint)" != "$(cat "$stamp" 2>/dev/null)" ]]; then
        say "Installing Fairtable${extra:+ with what its tests need} into .venv; this takes a minute."
        "$venv/bin/python" -m pip install --quiet --disable-pip-version-check \
            --editable "$root${extra:+[$extra]}"
        fingerprint >"$stamp"
    fi
}

# Have Chromium, in which the web pages are tested: the system's own. Where we may, we install it.
have_chromium() {
    local name
    for name in chromium chromium-browser google-chrome; do
        if command -v "$name" >/dev/null; then
            return
        fi
    done
    if ((EUID == 0)) && command -v apt-get >/dev/null; then
        say "Installing Chromium, in which the web pages are tested; this takes a minute."
        apt-get update -qq >/dev/null
        DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium >/dev/null
    else
        say "There is no Chromium here: the tests of the web pages will fail" \
            "(on Debian: apt-get install --no-install-recommends chromium)."
    fi
}
