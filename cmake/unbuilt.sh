# What ./grade does where the grader cannot be built: the user may not install what is missing, or not write here. Expects
# what prepare.sh does, and $reads, the command where it is one that needs no compiler: help, show, list or doctor.

# Whether this user can install packages without being asked for a password: nobody is asked for the sake of a help text.
may_install() { [ "$(id -u)" = 0 ] || sudo -n true 2>/dev/null; }

# Whether the build can be made, as far as is known before it is tried.
can_build() {
  (check_folders) 2>/dev/null || return 1
  command -v dpkg-query >/dev/null && command -v apt-get >/dev/null || return 0
  # shellcheck disable=SC2086
  [ -z "$(missing_packages $packages_build)" ] || may_install
}

# read_without_build WORD...: does the command with the program of an earlier build, else with the course's own files,
# and ends; or returns where neither is enough.
read_without_build() {
  if [ -x "$build/grade" ]; then
    say 'sources or packages have changed, and the grader cannot be built anew: this is what it was before'
    SOFTMARK_ROOT=${SOFTMARK_ROOT:-$root} exec "$build/grade" "$@"
  fi
  case $reads in
  help)
    sed -n '/^    \.\/grade/p; /^## The exercises/q' "$root/README.md"
    printf '\n'
    ;;
  show) show_statement "$@" ;;
  list) sed -sn '1s/^# //p' "$root"/exercises/[0-9]*/README.md ;;
  *) return 0 ;;
  esac
  say 'this is all that can be read before the grader is built'
  # shellcheck disable=SC2086
  missing=$(missing_packages $packages_build $packages_fast)
  (check_folders) || exit 0
  printf 'fix: %s, where you may use sudo; else %s\n' "$again" "$(by_an_administrator $missing)" >&2
  exit 0
}

# show_statement WORD...: the statement of the exercise that the last word names, but for options, by number, name or path; else the list.
show_statement() {
  for each in "$@"; do case $each in -*) ;; *) word=$each ;; esac; done
  word=$(basename "$word" .cpp)
  case $word in [1-9]) word=0$word ;; esac
  for file in "$root"/exercises/"$word"/README.md "$root"/exercises/"$word"[_a-z]*/README.md "$root"/exercises/[0-9]*_"$word"*/README.md; do
    if [ -f "$file" ]; then
      cat "$file"
      return
    fi
  done
  sed -sn '1s/^# //p' "$root"/exercises/[0-9]*/README.md
}
