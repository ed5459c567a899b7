# Shared by ./grade and tests/run: installs packages, configures, builds. Expects $root, $build, and what packages.sh
# expects. Everything it says goes to standard error, so that a report on standard output stays whole.

say() { printf 'softmark: %s\n' "$*" >&2; }

fail() {  # fail WHAT FIX [EXIT_CODE]
  printf 'grade: error: %s\nfix: %s\n' "$1" "$2" >&2
  exit "${3:-3}"
}

# The leader of a session of its own runs a command beside a watcher, which ends the session when the process $1 has gone:
# as root where the command is, since the user may not. The watcher does not keep the lock of the build, descriptor 9.
watched_script='
front=$1
shift
{ while kill -0 "$front"; do sleep 1; done; kill -- "-$$"; } >/dev/null 2>&1 9>&- &
watcher=$!
code=0
"$@" 3>&1 </dev/null || code=$?
kill "$watcher"
exit $code'

# watched COMMAND...: the command ends, with all that it has started, within a second of this program, however that ends.
watched() { setsid --wait sh -c "$watched_script" watched $$ "$@"; }

# wait_for JOB: its exit code. A shell that waits for a command in the foreground is not ended by SIGINT before that has ended.
wait_for() {
  trap 'exit 130' INT
  code=0
  wait "$1" || code=$?
  trap - INT
  return $code
}

. "$root/cmake/packages.sh"

# A path as a word of a command.
quoted() {
  case $1 in
  *[!A-Za-z0-9_./+-]*) printf "'%s'" "$(printf '%s' "$1" | sed "s/'/'\\\\''/g")" ;;
  *) printf '%s' "$1" ;;
  esac
}

# absolute PATH: PATH as seen from the current folder. Compilers work in other ones.
absolute() {
  case $1 in /*) printf '%s' "$1" ;; *) printf '%s' "$PWD/$1" ;; esac
}

# Whether files can be made in the folder "$1", or it can be made.
can_write() {
  above=$1
  while [ ! -e "$above" ] && [ ! -L "$above" ]; do above=$(dirname "$above"); done
  [ -d "$above" ] && [ -w "$above" ] && [ -x "$above" ]
}

# KiB that are free where the folder "$1" is.
free_space() { df -Pk "$1" 2>/dev/null | awk 'NR == 2 { print $4 }'; }

# Ends, before anything changes, where the build cannot be made: somebody else built here, or a folder is missing.
check_folders() {
  case $root$build in
  *[][\#\;\"\\\<\>\|]*)
    fail "CMake builds in no folder with one of [ ] # ; \" \\ < > | in its path, as here: $root, $build" \
      "rename the folder, or build elsewhere: mv $(quoted "$root") /another/folder"
    ;;
  esac
  locked=''
  can_write "$build" || locked=$build
  [ -n "$locked" ] || [ ! -d "$build" ] ||
    locked=$(find "$build" -type d ! -writable -print -quit 2>/dev/null) || locked=$build
  [ -z "$locked" ] ||
    fail "$locked cannot be written, and the grader must be built there${SOFTMARK_BUILD:+ (SOFTMARK_BUILD names it)}" \
      "SOFTMARK_BUILD=/another/folder $again"
  temporary=${TMPDIR:-/tmp}
  [ -d "$temporary" ] && [ -w "$temporary" ] && [ -x "$temporary" ] ||
    fail "temporary files go to $temporary: expected a folder that can be written" "TMPDIR=/another/folder $again" 75
}

# What the build rests on besides the sources: where it lies, and the versions of compilers and libraries.
fingerprint() {
  printf '%s\n' "$root"
  for compiler in clang++ g++; do $compiler --version 2>/dev/null | head -n 1; done
  dpkg-query -W -f '${Package} ${Version}\n' $packages_build 'libstdc++-*-dev' libc6-dev libxtl-dev 2>/dev/null || true
}

# What the build is made from.
sources='CMakeLists.txt cmake grader exercises/include'

# One line that stands for the names and contents of all sources.
source_sum() {
  # shellcheck disable=SC2086
  (cd "$root" && find $sources -type f -print0 | LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum)
}

# What changes at the latest when a source or a package does, and is soon asked for.
source_times() {
  # shellcheck disable=SC2086
  (cd "$root" && find $sources /var/lib/dpkg/status -type f -printf '%p %T@ %s\n' 2>/dev/null) || true
}

# stale STAMP KIT: whether the program must be built: the sources or packages are others, or the folder has moved.
# Contents decide: they are looked at whenever a time or a size has changed, as all have in a fresh copy. KIT is
# clang, gcc, or empty for either; $programs are those that must be there. Sets $outdated to the part of the build that is of no use any more.
stale() {
  outdated=''
  [ -e "$1" ] || return 0
  for program in $programs; do [ -x "$build/$program" ] || return 0; done
  if [ -n "$2" ]; then
    [ -x "$build/kit/$2/launcher" ] || return 0
  else
    [ -x "$build/kit/clang/launcher" ] || [ -x "$build/kit/gcc/launcher" ] || return 0
  fi
  read -r built_in <"$1"
  times=$(source_times)
  if [ "$built_in" = "$root" ] && [ -e "$1.times" ] && [ "$times" = "$(cat "$1.times")" ]; then return 1; fi
  if [ "$(fingerprint)" != "$(cat "$1")" ]; then
    # Compilers and libraries are not among the dependencies that the build knows.
    outdated=$build/kit${2:+/$2}
    return 0
  fi
  [ -e "$1.sum" ] && [ "$(source_sum)" = "$(cat "$1.sum")" ] || return 0
  { printf '%s\n' "$times" >"$1.times"; } 2>/dev/null || true
  return 1
}

# Each source with its time and its sum, a line each.
source_list() (
  cd "$root"
  # shellcheck disable=SC2086
  find $sources tests -type f -print0 2>/dev/null | LC_ALL=C sort -z >"$build/.names"
  xargs -0 stat -c %.9Y <"$build/.names" >"$build/.times_of_names"
  xargs -0 sha256sum <"$build/.names" | paste "$build/.times_of_names" -
)

# To ninja a source from the future is newer than what it has just made of it, each time anew.
end_future() {
  later=$(cd "$root" && find $sources tests -type f -newermt "@$(($(date +%s) + 1))" 2>/dev/null) || true
  [ -n "$later" ] || return 0
  first=$(printf '%s\n' "$later" | head -n 1)
  say "$(printf '%s\n' "$later" | wc -l) files are dated in the future, such as $first: they get the time of now"
  printf '%s\n' "$later" | (cd "$root" && while IFS= read -r file; do touch "$file"; done) ||
    fail "$first is dated in the future, and its time cannot be changed: the build would never end" \
      "set the clock of this machine, or: touch $(quoted "$root/$first")"
}

# Changes with everything that ninja builds.
ninja_sum() { sha256sum <"$build/.ninja_log"; }

# To ninja a source is new when its time is. In a fresh checkout with a build out of a cache all are: those with the contents
# that they had at the end of the last build get the times that they had then. Not where anything was built since, by hand or
# in a build that did not end: of that nothing is known. $build/.sources is what was known: the sum of ninja's log, then the list.
restore_times() {
  known=''
  if [ -e "$build/.ninja_log" ] && [ -e "$build/.sources" ]; then read -r known <"$build/.sources"; fi
  [ -n "$known" ] && [ "$known" = "$(ninja_sum)" ] || return 0
  source_list | awk -F '\t' 'NR == FNR { time[$2] = $1; next }
    $2 in time && time[$2] != $1 { print time[$2]; print substr($2, 67) }' "$build/.sources" - |
    while read -r then && IFS= read -r source; do touch -d "@$then" "$root/$source"; done
} 2>/dev/null

# keep_times LIST: after a build that began with this list of sources. Nothing is kept where one has changed meanwhile.
keep_times() {
  [ -e "$build/.ninja_log" ] && [ "$(source_list)" = "$1" ] || return 0
  { ninja_sum && printf '%s\n' "$1"; } >"$build/.sources"
} 2>/dev/null

# lock_build: makes the build folder and waits until nobody else builds there.
lock_build() {
  check_folders
  mkdir -p "$build" && touch "$build/.lock" || no_space
  exec 9>"$build/.lock"
  if command -v flock >/dev/null && ! flock -n 9; then
    say "waiting for another build in $build"
    flock 9
  fi
}

# build_all STAMP TARGET...: configures and builds, behind lock_build. The stamp says what was there at the start, so
# that what changes meanwhile makes it stale.
build_all() {
  stamp=$1
  shift
  [ -z "$outdated" ] || rm -rf "$outdated" "$outdated"_*  # sanitized ones, too
  restore_times || true
  end_future
  rm -f "$build/.sources"
  list=$(source_list) || no_space
  { fingerprint >"$build/.stamp" && source_sum >"$build/.sum" && source_times >"$build/.times"; } 2>/dev/null || no_space
  configure
  build_targets "$@"
  # Only after the build: one that failed stays stale.
  keep_times "$list" || no_space
  for part in sum times; do mv "$build/.$part" "$stamp.$part"; done
  mv "$build/.stamp" "$stamp"
  exec 9>&-
}

no_space() {
  left="$(free_space "$build") KiB in $build, $(free_space "$temporary") KiB in $temporary for temporary files"
  fail "no space is left for the build: $left" \
    "free some, or name larger folders: SOFTMARK_BUILD=/folder TMPDIR=/folder $again" 75
}

# Whether a build whose log is "$1" failed for want of space. Compilers remove what they could not finish, and
# what is said cannot be written either where the disk is full.
out_of_space() {
  grep -qE 'No space left on device|Disk quota exceeded' "$1" 2>/dev/null && return 0
  for folder in "$build" "$temporary"; do
    [ "$(free_space "$folder")" -ge 4096 ] 2>/dev/null || return 0
  done
  return 1
}

# broken WHAT: tells what failed, and ends.
broken() {
  ! out_of_space "$log" || no_space
  grep -E 'error|Error|FAILED|not found' "$log" | head -n 20 >&2 || true
  tail -n 15 "$log" >&2
  say "the whole output is in $log"
  fail "$1 failed" "see the messages above; rm -rf $(quoted "$build") starts afresh"
}

# step_text LINE: what a line of ninja or make says, in short.
step_text() {
  step=${1%%]*}
  step=${step#[}
  what=${1##* }
  case $1 in  # of what is compiled as one source, its target
  *'object '*/Unity/unity_*) what=${what#*CMakeFiles/} what=${what%%.dir/*} ;;
  *'object '*) what=${what#*CMakeFiles/*.dir/} what=${what%.o} ;;
  esac
  what=${what#"$build"/}
  case $step in
  */*) step="step ${step%/*} of ${step#*/}" ;;
  *) step=${step# } ;;
  esac
  printf 'building, %s: %s' "$step" "$what"
}

# Progress is told on a terminal in one line that is written over, elsewhere in a line every ten seconds at most.
progress_start() {
  width=0
  if [ -t 2 ]; then
    width=$(stty size <&2 2>/dev/null | cut -d ' ' -f 2)
    [ "${width:-0}" -gt 20 ] 2>/dev/null || width=80
    width=$((width - 1))
  fi
  told=$(date +%s)
}

progress() {
  if [ $width -gt 0 ]; then
    printf '\r%-*.*s' $width $width "softmark: $1" >&2
  elif now=$(date +%s) && [ $((now - told)) -ge 10 ]; then
    say "$1"
    told=$now
  fi
}

progress_end() { [ $width = 0 ] || printf '\r%*s\r' $width '' >&2; }

# Copies the output of a build to $log and tells how far it is.
show_build() {
  progress_start
  while IFS= read -r line; do
    printf '%s\n' "$line" 2>/dev/null >>"$log" || :
    case $line in '[0/'*) ;; '['*/*']'* | '['*%']'*) progress "$(step_text "$line")" ;; esac
  done
  progress_end
}

configure() {
  say "configuring in $build"
  generator=''
  if [ -e "$build/CMakeCache.txt" ] && ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$build/CMakeCache.txt"; then
    rm -rf "$build/CMakeCache.txt" "$build/CMakeFiles"  # a copy of another folder
  fi
  [ -e "$build/CMakeCache.txt" ] || ! command -v ninja >/dev/null || generator='-G Ninja'
  log=$build/configure.log
  # shellcheck disable=SC2086
  watched cmake -S "$root" -B "$build" $generator >"$log" 2>&1 &
  wait_for $! || broken 'configuring'
}

build_targets() {
  say "building (a minute or a few the first time)"
  log=$build/build.log
  rm -f "$log" "$log.done"
  # A pipe tells the exit code of its last command only.
  {
    export NINJA_STATUS='[%f/%t] '
    watched cmake --build "$build" --parallel "$(nproc)" --target "$@" 2>&1 && touch "$log.done"
  } | show_build &
  wait_for $!
  [ -e "$log.done" ] || broken 'building'
  rm -f "$log.done"
}
