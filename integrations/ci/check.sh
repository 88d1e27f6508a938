#!/bin/sh
# Checks the documents of a repository, and lints them if they are valid. Messages are printed as text; for other programs
# they are in RIGY_OUT: check.sarif and lint.sarif, and messages.txt for code-quality.sh. Ends with the status of rigy.
#
#   RIGY_FILES   files and folders, separated by spaces (default: the whole repository)
#   RIGY_LINT    false: only check
#   RIGY_OUT     the folder for what is written (default: rigy-ci)
set -eu
out=${RIGY_OUT:-rigy-ci}
mkdir -p "$out"
rm -f "$out"/check.sarif "$out"/lint.sarif "$out"/messages.txt

# shellcheck disable=SC2086  # several files are several words
git -c core.quotePath=false ls-files -- ${RIGY_FILES:-.} | grep -E '\.rig[ysm]\.yaml$' >"$out/documents.txt" || true
if [ ! -s "$out/documents.txt" ]; then
  echo "there are no documents (*.rigy.yaml, *.rigs.yaml, *.rigm.yaml) in ${RIGY_FILES:-the repository}"
  exit 0
fi

run() {  # COMMAND
  status=0
  rigy "$1" "@$out/documents.txt" --diagnostics sarif >"$out/$1.sarif" || status=$?
  rigy "$1" "@$out/documents.txt" --color never 2>>"$out/messages.txt" || true
}

: >"$out/messages.txt"
run check
if [ "$status" -eq 0 ] && [ "${RIGY_LINT:-true}" != false ]; then run lint; fi
cat "$out/messages.txt"
exit "$status"
