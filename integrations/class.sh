# Shared by what grades a class on several machines: slurm/submit, parallel/submit, kubernetes/submit. Expects $course.

fail() {  # fail WHAT FIX CODE
  printf 'grade: error: %s\nfix: %s\n' "$1" "$2" >&2
  exit "$3"
}

# number OPTION WORD: WORD, which must be a number from 1 on.
number() {
  case $2 in
  '' | *[!0-9]* | 0*) fail "$1 $2: expected a number from 1 on" "$1 20" 2 ;;
  esac
  printf '%s' "$2"
}

# A word as a shell takes it.
quoted() { printf "'%s'" "$(printf '%s' "$1" | sed "s/'/'\\\\''/g")"; }

# find_out WORD...: sets $out to the folder behind --out.
find_out() {
  out='' before=''
  for word in "$@"; do
    case $before$word in
    --out=*) out=${word#--out=} ;;
    --out?*) out=$word ;;
    esac
    before=''
    [ "$word" != --out ] || before=$word
  done
  [ -n "$out" ] || fail 'expected DIR --out OUT' "$0 --help" 2
}

# get_ready ENGINE: makes the build, here once and not by every machine, and $logs below $out. Sets $build; all are absolute.
get_ready() {
  "$course/grade" batch --help >/dev/null
  build=$(cd "${SOFTMARK_BUILD:-$course/build}" && pwd)
  mkdir -p "$out/.softmark-batch/$1"
  out=$(cd "$out" && pwd)
  logs=$out/.softmark-batch/$1
}

# merge WORD...: finds all results, grades what is missing, and ends with that exit code.
merge() { SOFTMARK_ROOT=$course exec "$build/grade" batch "$@"; }
