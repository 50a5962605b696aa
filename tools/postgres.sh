#!/usr/bin/env bash
# The tests of the server need Debian's postgresql. Install it where that is allowed; say so where it is not.
set -u
if ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null 2>&1; then
    exit 0
fi
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "Installing postgresql for the tests of the server ..."
    if apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq postgresql >/dev/null; then
        exit 0
    fi
    echo "postgresql could not be installed: the tests on it will be skipped."
    exit 0
fi
echo "There is no postgresql and no right to install it: the tests on it will be skipped."
