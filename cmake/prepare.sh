# Shared by ./grade and tests/run: installs packages, configures, builds. Expects $root and $build.
# Everything it says goes to standard error, so that a report on standard output stays whole.

say() { printf 'softmark: %s\n' "$*" >&2; }

fail() {  # fail WHAT FIX
  printf 'grade: error: %s\nfix: %s\n' "$1" "$2" >&2
  exit 3
}

# The packages of Debian and Ubuntu, by what they are for.
packages_build='cmake ninja-build g++ binutils libxtensor-dev libxtensor-blas-dev libopenblas-serial-dev
  nlohmann-json3-dev libcli11-dev libfmt-dev'
packages_fast='clang'
packages_test='catch2 python3 python3-numpy git'

# Those of "$@" that are not installed.
missing_packages() {
  for package in "$@"; do
    state=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) || state=none
    [ "$state" = installed ] || printf '%s ' "$package"
  done
}

# Installs packages where apt is at hand; elsewhere CMake looks for the libraries itself.
install_packages() {
  command -v dpkg-query >/dev/null && command -v apt-get >/dev/null || return 0
  # shellcheck disable=SC2046
  missing=$(missing_packages "$@")
  [ -n "$missing" ] || return 0
  if [ "$(id -u)" = 0 ]; then
    become=''
  elif command -v sudo >/dev/null; then
    become='sudo'
  else
    fail "these packages are missing, and installing them needs root: $missing" \
      "as root: apt-get install $missing"
  fi
  say "installing $missing"
  log=$(mktemp)
  if ! { $become apt-get update -q &&
    $become env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends $missing; } \
    >"$log" 2>&1; then
    tail -n 15 "$log" >&2
    rm -f "$log"
    fail "the packages could not be installed" "${become:+$become }apt-get install $missing"
  fi
  rm -f "$log"
}

prepare() { install_packages $packages_build $packages_fast; }

# stale STAMP: whether a file that the program is built from is newer than STAMP.
stale() {
  [ -x "$build/grade" ] && [ -e "$1" ] || return 0
  [ -n "$(find "$root/CMakeLists.txt" "$root/cmake" "$root/grader" "$root/exercises/include" -newer "$1" -print -quit)" ]
}

# quietly WHAT COMMAND...: shows the command's output only when it fails.
quietly() {
  what=$1
  shift
  log=$(mktemp)
  if ! "$@" >"$log" 2>&1; then
    grep -E 'error|Error|FAILED|not found' "$log" | head -n 20 >&2 || true
    tail -n 15 "$log" >&2
    say "the whole output is in $log"
    fail "$what failed" "see the messages above; rm -rf $build starts afresh"
  fi
  rm -f "$log"
}

configure() {
  say "configuring in $build"
  generator=''
  [ -e "$build/CMakeCache.txt" ] || ! command -v ninja >/dev/null || generator='-G Ninja'
  # shellcheck disable=SC2086
  quietly 'configuring' cmake -S "$root" -B "$build" $generator "$@"
}

build_targets() {
  say "building (a minute or two the first time)"
  quietly 'building' cmake --build "$build" --parallel --target "$@"
}
