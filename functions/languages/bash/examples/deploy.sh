#!/usr/bin/env bash
# Deploys things.
set -euo pipefail
source ./lib/log.sh
. "$(dirname "$0")/common.sh"
. "${ROOT}/env.sh"
readonly VERSION="1.2.3"
declare -A MAP=([a]=1)
export PATH_EXTRA=/opt ITEMS=(a b)
count=0

# Says hello.
function greet {
  local name="$1" out
  out=$(format "$name")
  echo "$out" | tr a-z A-Z && log_info done || fail "no"
}
helper() {
  if [[ -n $1 && $2 == x || $3 ]]; then greet a; elif test -f b; then :; else :; fi
  for f in *.sh; do greet "$f"; done
  for ((i = 0; i < 3; i++)); do inner; done
  while read -r line; do echo "$line"; done < <(list_all)
  until ready; do sleep 1; done
  case "$1" in
    start|run) greet b ;;
    stop) stop_all "$@" ;;
    *) usage ;;
  esac
  select x in a b; do :; done
  inner() { return 0; }
  x=`old_style`
  trap cleanup EXIT
  ! negated
  (( count++ ))
  (subshell_call)
  { grouped; }
  exec ./other.sh
  bash scripts/run.sh
  xargs -n1 greet
  arr+=("$(format z)")
}
cat <<EOF
$(format heredoc)
EOF
./b.sh
time greet c &
main "$@"
