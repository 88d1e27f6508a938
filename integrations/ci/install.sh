#!/bin/sh
# Unpacks the archive of the program, RIGY_PACKAGE (a path or a URL), into RIGY_OUT. The path of the folder with the
# program becomes the only line of RIGY_OUT/path. Without an archive, rigy must be on the PATH.
set -eu
out=${RIGY_OUT:-rigy-ci}
mkdir -p "$out"

if [ -z "${RIGY_PACKAGE:-}" ]; then
  program=$(command -v rigy) || {
    echo "rigy is not on the PATH; install it before, or name the archive of a release (rigy-VERSION-linux-x86_64.tar.gz)" >&2
    exit 3
  }
  dirname "$program" >"$out/path"
  exit
fi

case "$RIGY_PACKAGE" in
  http://* | https://*)
    curl --fail --silent --show-error --location --output "$out/package.tar.gz" "$RIGY_PACKAGE"
    archive=$out/package.tar.gz
    ;;
  *) archive=$RIGY_PACKAGE ;;
esac
mkdir -p "$out/program"
tar -xzf "$archive" -C "$out/program" --strip-components=1
(cd "$out/program/bin" && pwd) >"$out/path"
