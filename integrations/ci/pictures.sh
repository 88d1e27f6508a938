#!/bin/sh
# Draws the documents that differ from the revision RIGY_BASE, also those of which only an import differs. RIGY_OUT/pictures
# gets NAME.before.png, NAME.after.png and NAME.difference.png, and RIGY_OUT/summary.md what has changed.
#
#   RIGY_BASE    a revision; empty, or only zeros: there is nothing to compare with
#   RIGY_FILES   files and folders, separated by spaces (default: the whole repository)
#   RIGY_OUT     the folder for what is written (default: rigy-ci)
set -eu
out=${RIGY_OUT:-rigy-ci}
base=${RIGY_BASE:-}
mkdir -p "$out"
rm -rf "$out/pictures" "$out/before" "$out/summary.md"

case "$base" in
  *[!0]*) ;;
  *)
    echo "there is no revision to compare with"
    exit 0
    ;;
esac
if ! git cat-file -e "$base^{commit}" 2>/dev/null && ! said=$(LC_ALL=C git fetch --quiet --depth=1 origin "$base" 2>&1); then
  printf '%s\n' "$said" >&2
  case "$said" in
    # What git says of an object that the server does not have, or does not give because no branch leads to it.
    *"not our ref"* | *"unadvertised object"*)
      echo "revision $base is gone, as after a forced push; there is nothing to compare with"
      exit 0
      ;;
  esac
  echo "revision $base cannot be fetched, so nothing is compared" >&2
  exit 3
fi

documents_of() {  # REVISION
  # shellcheck disable=SC2086  # several files are several words
  git -c core.quotePath=false ls-tree -r --name-only "$1" -- ${RIGY_FILES:-.} | grep -E '\.rig[ysm]\.yaml$' || true
}

# Whether a document, below a folder, is made from a file that differs.
is_changed() {  # FOLDER DOCUMENT
  if grep -qxF -- "$2" "$out/changed.txt"; then return 0; fi
  (cd "$1" && rigy inspect "$2" -o "$here/$out/document.json" --depfile "$here/$out/document.d" 2>/dev/null) || return 1
  # A name per line, as make writes it.
  sed -n -e 's/ \\$//' -e 's/\\\(.\)/\1/g' -e 's/\$\$/$/g' -e 's/^  //p' "$out/document.d" >"$out/parts.txt"
  grep -qxF -f "$out/changed.txt" "$out/parts.txt"
}

draw() {  # FOLDER DOCUMENT WHEN
  mkdir -p "$out/pictures/$(dirname "$2")"
  (cd "$1" && rigy render "$2" --size 640x480 -o "$here/$out/pictures/${2%.yaml}.$3.png") ||
    echo "$2 ($3) cannot be drawn"
}

describe() {  # DOCUMENT WHAT
  printf '\n#### `%s`: %s\n' "$1" "$2" >>"$out/summary.md"
}

compare() {  # DOCUMENT
  describe "$1" changed
  printf '\n~~~~~~\n' >>"$out/summary.md"
  rigy diff --git "$base..HEAD" "$1" --color never --image "$out/pictures/${1%.yaml}.difference.png" >>"$out/summary.md" 2>&1 ||
    true
  printf '~~~~~~\n' >>"$out/summary.md"
}

here=$PWD
git -c core.quotePath=false diff --name-only --no-renames "$base" HEAD >"$out/changed.txt"
mkdir "$out/before"
git archive "$base" | tar -x -C "$out/before"
documents_of "$base" | sort >"$out/documents-before.txt"
documents_of HEAD | sort >"$out/documents-after.txt"

sort -u "$out/documents-before.txt" "$out/documents-after.txt" | while IFS= read -r document; do
  if ! grep -qxF -- "$document" "$out/documents-before.txt"; then
    describe "$document" added
    draw . "$document" after
  elif ! grep -qxF -- "$document" "$out/documents-after.txt"; then
    describe "$document" removed
    draw "$out/before" "$document" before
  elif is_changed . "$document" || is_changed "$out/before" "$document"; then
    draw "$out/before" "$document" before
    draw . "$document" after
    compare "$document"
  fi
done

rm -rf "$out/before" "$out"/changed.txt "$out"/documents-*.txt "$out"/document.d "$out"/document.json "$out"/parts.txt
if [ ! -f "$out/summary.md" ]; then echo "no document has changed" >"$out/summary.md"; fi
cat "$out/summary.md"
