#!/usr/bin/env bash
# The browser tests need Debian's chromium, best the one without windows: a page costs it half the work.
# Install it where that is allowed; say so where it is not.
set -u
if command -v chromium-headless-shell >/dev/null 2>&1; then
    exit 0
fi
install() {
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$@" >/dev/null 2>&1
}
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "Installing chromium for the browser tests ..."
    apt-get update -qq
    install chromium-headless-shell fonts-liberation fonts-dejavu-core && exit 0
    command -v chromium >/dev/null 2>&1 || install chromium && exit 0
fi
command -v chromium >/dev/null 2>&1 && exit 0
echo "There is no chromium, and it could not be installed: the browser tests will be skipped."
