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

# What the build is made from.
sources='CMakeLists.txt cmake grader exercises/include'

# One line that stands for the names and contents of all sources.
source_sum() {
  # shellcheck disable=SC2086
  (cd "$root" && find $sources -type f -print0 | LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum)
}

# stale STAMP KIT: whether the program must be built: a source is newer than the stamp and has changed, the
# folder has moved, or packages have changed. KIT is clang, gcc, or empty for either. Sums are computed only
# when a source is newer, as all are in a fresh copy; versions are asked for only when some package has changed.
stale() {
  [ -x "$build/grade" ] && [ -e "$1" ] || return 0
  if [ -n "$2" ]; then
    [ -x "$build/kit/$2/launcher" ] || return 0
  else
    [ -x "$build/kit/clang/launcher" ] || [ -x "$build/kit/gcc/launcher" ] || return 0
  fi
  newer=$(cd "$root" && find $sources -newer "$1" -print -quit)
  if [ -n "$newer" ]; then
    [ -e "$1.sum" ] && [ "$(source_sum)" = "$(cat "$1.sum")" ] || return 0
  fi
  read -r built_in <"$1"
  if [ "$built_in" = "$root" ]; then
    [ -n "$newer" ] || { [ -e /var/lib/dpkg/status ] && [ /var/lib/dpkg/status -nt "$1" ]; } || return 1
    if [ "$(fingerprint)" = "$(cat "$1")" ]; then
      touch "$1"
      return 1
    fi
  fi
  # Compilers and libraries are not among the dependencies that the build knows.
  rm -rf "$build/kit${2:+/$2}"
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
  source_sum >"$build/.sum"
  configure
  build_targets "$@"
  mv "$build/.sum" "$stamp.sum"  # both only after the build: one that failed stays stale
  mv "$build/.stamp" "$stamp"
  exec 9>&-
}

# A path as a word of a command.
quoted() {
  case $1 in
  *[!A-Za-z0-9_./+-]*) printf "'%s'" "$(printf '%s' "$1" | sed "s/'/'\\\\''/g")" ;;
  *) printf '%s' "$1" ;;
  esac
}

# broken WHAT LOG: tells what failed, and ends.
broken() {
  grep -E 'error|Error|FAILED|not found' "$2" | head -n 20 >&2 || true
  tail -n 15 "$2" >&2
  say "the whole output is in $2"
  fail "$1 failed" "see the messages above; rm -rf $(quoted "$build") starts afresh"
}

# quietly WHAT COMMAND...: shows the command's output only when it fails.
quietly() {
  what=$1
  shift
  log=$(mktemp)
  "$@" >"$log" 2>&1 || broken "$what" "$log"
  rm -f "$log"
}

# step_text LINE: what a line of ninja or make says, in short.
step_text() {
  step=${1%%]*}
  step=${step#[}
  what=${1##* }
  case $1 in *'object '*) what=${what#*CMakeFiles/*.dir/} what=${what%.o} ;; esac
  case $what in Unity/unity_*) what=${what#Unity/unity_} what="grader: ${what%_cxx.cxx}" ;; esac
  what=${what#"$build"/}
  case $step in
  */*) step="step ${step%/*} of ${step#*/}" ;;
  *) step=${step# } ;;
  esac
  printf 'softmark: building, %s: %s' "$step" "$what"
}

# show_progress LOG: copies the output of a build to LOG and tells how far it is: on a terminal in one line that
# is written over, elsewhere in a line every ten seconds at most.
show_progress() {
  width=0
  if [ -t 2 ]; then
    width=$(stty size <&2 2>/dev/null | cut -d ' ' -f 2)
    [ "${width:-0}" -gt 20 ] 2>/dev/null || width=80
    width=$((width - 1))
  fi
  told=$(date +%s)
  while IFS= read -r line; do
    printf '%s\n' "$line" >>"$1"
    case $line in '[0/'*) continue ;; '['*/*']'* | '['*%']'*) ;; *) continue ;; esac
    if [ $width -gt 0 ]; then
      printf '\r%-*.*s' $width $width "$(step_text "$line")" >&2
    elif now=$(date +%s) && [ $((now - told)) -ge 10 ]; then
      printf '%s\n' "$(step_text "$line")" >&2
      told=$now
    fi
  done
  [ $width = 0 ] || printf '\r%*s\r' $width '' >&2
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
  say "building (a minute or two the first time)"
  log=$(mktemp)
  # A pipe tells the exit code of its last command only.
  { NINJA_STATUS='[%f/%t] ' cmake --build "$build" --parallel --target "$@" 2>&1 || : >"$log.failed"; } |
    show_progress "$log"
  if [ -e "$log.failed" ]; then
    rm -f "$log.failed"
    broken 'building' "$log"
  fi
  rm -f "$log"
}
