#!/usr/bin/env bash
# Draw the pictures of the documentation again. Run `make play` once before, it makes the .venv.
set -eu
cd "$(dirname "$0")/.."
mkdir -p docs/images
.venv/bin/hexfront map breakout --setup -o docs/images/board.png --width 1600
