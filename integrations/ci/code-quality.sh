#!/bin/sh
# RIGY_OUT/messages.txt, which check.sh writes, as a report of GitLab's code quality: RIGY_OUT/code-quality.json.
set -eu
out=${RIGY_OUT:-rigy-ci}
if [ ! -f "$out/messages.txt" ]; then : >"$out/messages.txt"; fi

# "arm.rigy.yaml:3:5: error[V11]: message"
awk '
  function text(words) {
    gsub(/\\/, "&&", words)
    gsub(/"/, "\\\\&", words)
    gsub(/\t/, " ", words)
    return "\"" words "\""
  }
  match($0, /:[0-9]+:[0-9]+: (error|warning)\[[A-Z]+[0-9]+\]: /) {
    file = substr($0, 1, RSTART - 1)
    split(substr($0, RSTART + 1), place, ":")
    message = substr($0, RSTART + RLENGTH)
    kind = substr($0, RSTART, RLENGTH)
    severity = kind ~ /error\[/ ? "major" : "minor"
    sub(/^.*\[/, "", kind)
    sub(/\].*$/, "", kind)
    printf "%s\n  {\"check_name\": %s, \"description\": %s, \"severity\": \"%s\", ", count++ ? "," : "[", text(kind), text(message), severity
    printf "\"fingerprint\": %s, ", text(kind ":" file ":" place[1] ":" place[2] ":" message)
    printf "\"location\": {\"path\": %s, \"lines\": {\"begin\": %d}}}", text(file), place[1]
  }
  END { print count ? "\n]" : "[]" }
' "$out/messages.txt" >"$out/code-quality.json"
