# Shared by ./grade and tests/run: installs packages, configures, builds. Expects $root and $build.
# Everything it says goes to standard error, so that a report on standard output stays whole.

say() { printf 'softmark: %s\n' "$*" >&2; }

fail() {  # fail WHAT FIX
  printf 'grade: error: %s\nfix: %s\n' "$1" "$2" >&2
  exit 3
}

# The packages of Debian and Ubuntu, by what they are for.
packages_build='cmake ninja-build g++ binutils libxtensor-dev libxtensor-blas-dev libopenblas-serial-dev
  nlohmann-json3-dev libcli11-dev libfmt-dev libseccomp-dev libsodium-dev
  bubblewrap'
packages_fast='clang'
packages_test='catch2 python3 python3-numpy git libclang-rt-dev'

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

# clang makes verdicts faster, but g++ alone is enough: where nobody may install it, go on without.
prepare() {
  install_packages $packages_build
  if [ "$(id -u)" = 0 ] || command -v sudo >/dev/null; then
    (install_packages $packages_fast) || say "going on without $packages_fast"
  fi
}

# What the build rests on besides the sources: where it lies, and the versions of compilers and libraries.
fingerprint() {
  printf '%s\n' "$root"
  for compiler in clang++ g++; do $compiler --version 2>/dev/null | head -n 1; done
  dpkg-query -W -f '${Package} ${Version}\n' $packages_build 'libstdc++-*-dev' libxtl-dev 2>/dev/null || true
}

# stale STAMP: whether the program must be built: a source is newer than the stamp, the folder has
# moved, or packages have changed. Their versions are asked for only when some package has.
stale() {
  [ -x "$build/grade" ] && [ -e "$1" ] || return 0
  [ -x "$build/kit/clang/launcher" ] || [ -x "$build/kit/gcc/launcher" ] || return 0
  [ -z "$(find "$root/CMakeLists.txt" "$root/cmake" "$root/grader" "$root/exercises/include" \
    -newer "$1" -print -quit)" ] || return 0
  read -r built_in <"$1"
  if [ "$built_in" = "$root" ]; then
    [ -e /var/lib/dpkg/status ] && [ /var/lib/dpkg/status -nt "$1" ] || return 1
    if [ "$(fingerprint)" = "$(cat "$1")" ]; then
      touch "$1"
      return 1
    fi
  fi
  rm -rf "$build/kit"  # compilers and libraries are not among the dependencies that the build knows
  return 0
}

# build_all STAMP TARGET...: configures and builds; one at a time in a folder. The stamp is as old as the
# start, so that what changes meanwhile counts as newer.
build_all() {
  stamp=$1
  shift
  mkdir -p "$build"
  exec 9>"$build/.lock"
  if command -v flock >/dev/null && ! flock -n 9; then
    say "waiting for another build in $build"
    flock 9
  fi
  fingerprint >"$build/.stamp"
  configure
  build_targets "$@"
  mv "$build/.stamp" "$stamp"
  exec 9>&-
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
  if [ -e "$build/CMakeCache.txt" ] && ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$build/CMakeCache.txt"; then
    rm -rf "$build/CMakeCache.txt" "$build/CMakeFiles"  # a copy of another folder
  fi
  [ -e "$build/CMakeCache.txt" ] || ! command -v ninja >/dev/null || generator='-G Ninja'
  # shellcheck disable=SC2086
  quietly 'configuring' cmake -S "$root" -B "$build" $generator
}

build_targets() {
  say "building (two or three minutes the first time)"
  quietly 'building' cmake --build "$build" --parallel --target "$@"
}
