# Shared by ./grade and tests/run: installs the packages of Debian and Ubuntu that are missing. Expects $again, the
# command that the user gave, and $yes, not empty where the user wants no question. prepare.sh includes it.

# The packages, by what they are for.
packages_build='cmake ninja-build g++ binutils libxtensor-dev
  nlohmann-json3-dev libcli11-dev libfmt-dev libseccomp-dev libsodium-dev
  libarchive-dev libutf8proc-dev libyaml-cpp-dev
  libcmark-gfm-dev libcmark-gfm-extensions-dev bubblewrap'
packages_fast='clang libclang-rt-dev jq'
packages_test='catch2 python3 python3-numpy python3-yaml git less libxml2-utils tmux gdb'
packages_extras='slurm-wlm munge parallel openssh-server openssh-client chromium clangd
  podman crun uidmap debootstrap'

# How long to wait for another apt, in seconds.
apt_patience=600

# Those of "$@" that are not installed.
missing_packages() {
  for package in "$@"; do
    state=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) || state=none
    [ "$state" = installed ] || printf '%s ' "$package"
  done
}

# prepare [PACKAGE...]: installs what the build needs, and PACKAGEs. Where apt is not at hand, CMake looks for the
# libraries itself. clang makes verdicts faster, and jq reports for platforms: where nobody may install them, go on without.
prepare() {
  command -v dpkg-query >/dev/null && command -v apt-get >/dev/null || return 0
  # shellcheck disable=SC2046,SC2086
  if [ -n "$(missing_packages $packages_build "$@")" ]; then
    install_packages $(missing_packages $packages_build $packages_fast "$@")
  elif [ -n "$(missing_packages $packages_fast)" ] && { [ "$(id -u)" = 0 ] || command -v sudo >/dev/null; }; then
    (install_packages $(missing_packages $packages_fast)) || say "going on without $packages_fast"
  fi
}

# install_packages PACKAGE...: says how much it is, asks on a terminal, and installs.
install_packages() {
  say "these packages are missing: $*"
  by_hand="apt-get update && apt-get install -y --no-install-recommends $*"
  become=''
  if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null || fail "installing packages needs root, and there is no sudo" "$(by_an_administrator "$@")"
    sudo true || fail "installing packages needs root, and sudo was refused" "$(by_an_administrator "$@")"
    become='sudo '
    by_hand="sudo apt-get update && sudo ${by_hand#*&& }"
  fi
  network=''
  apt_log=$build/packages.log
  run_apt 'reading the lists of packages' update
  sizes=$(package_sizes "$@")
  say "installing ${sizes:-$# packages}"
  confirmed || fail "nothing was installed" "$by_hand"
  run_apt 'installing' install -y --no-install-recommends "$@"
}

# by_an_administrator PACKAGE...: what an administrator has to type, or what does without one.
by_an_administrator() {
  printf 'as root: %s\n     or in a container, in %s:\n%s' "apt-get update && apt-get install -y --no-install-recommends $*" \
    "$(quoted "$root")" "$(sed -n '/podman build -t/,/--entrypoint/p' "$root/README.md")"
}

# How much it is to install "$@", in words: packages, what is loaded, what it takes on disk.
package_sizes() {
  LC_ALL=C apt-get install --assume-no --no-install-recommends -o Debug::NoLocking=1 "$@" 2>/dev/null | awk '
    / newly installed, / { packages = $1 + $3 }
    /^Need to get / { sub(/^Need to get /, ""); sub(/ of archives.*/, ""); sub(/.*\//, ""); load = $0 }
    /^After this operation, .* will be used/ { sub(/^After this operation, /, ""); sub(/ of additional.*/, ""); disk = $0 }
    END { if (load != "" && disk != "") printf "%d packages: %s to load, %s on disk", packages, load, disk }'
}

# Whether the user agrees; where nobody can be asked, yes.
confirmed() {
  [ -z "$yes" ] && [ -t 0 ] && [ -t 2 ] || return 0
  printf 'softmark: go on? [Y/n] ' >&2
  read -r answer || return 1
  case $answer in [nN]*) return 1 ;; esac
}

# run_apt WHAT ARGUMENT...: apt-get as root, showing how far it is; ends this program where it fails.
run_apt() {
  what=$1
  shift
  waited=0
  until apt_once "$@"; do
    grep -q '^E: Could not get lock' "$apt_log" && [ $waited -lt $apt_patience ] || apt_failed
    [ $waited -gt 0 ] || say "waiting for another apt: $(grep '^E: Could not get lock' "$apt_log" | head -n 1)"
    sleep 1
    waited=$((waited + 1))
  done
  note_network
}

# apt_once ARGUMENT...: its messages go to $apt_log.
apt_once() {
  rm -f "$apt_log" "$apt_log.done"
  # A pipe tells the exit code of its last command only. No service that is installed may keep the build's lock.
  { ${become}env DEBIAN_FRONTEND=noninteractive LC_ALL=C setsid --wait sh -c "$watched_script" watched $$ \
    apt-get -q -o DPkg::Lock::Timeout=$apt_patience -o APT::Status-Fd=3 "$@" 2>&1 9>&- && touch "$apt_log.done"; } |
    show_apt &
  wait_for $!
  [ -e "$apt_log.done" ] || return 1
  rm -f "$apt_log.done"
}

# Tells how far apt is. Its lines of status are KIND:NAME:PERCENT:TEXT, where NAME may have colons.
show_apt() {
  progress_start
  while IFS= read -r line; do
    case $line in
    dlstatus:* | pmstatus:*)
      percent=${line%:*}
      percent=${percent##*:}
      progress "$what, ${percent%%.*} %: ${line##*:}"
      ;;
    pmerror:* | pmconffile:* | media-change:*) ;;
    *)
      printf '%s\n' "$line" 2>/dev/null >>"$apt_log" || :
      case $line in Reading* | Building* | Waiting*) progress "$what: $line" ;; esac
      ;;
    esac
  done
  progress_end
}

# Keeps apt's word that no network is there: it is a warning where lists are read, and not told again later.
note_network() {
  found=$(grep -m 1 -iE 'Temporary failure resolving|Could not resolve|Could not connect|Cannot initiate the connection|Unable to connect|Failed to connect|Network is unreachable|Connection timed out|Connection failed' "$apt_log") || return 0
  network=$(printf '%s' "$found" | sed 's/^[WE]: *//; s/^ *//')
}

# Names the reason, and what mends it.
apt_failed() {
  note_network
  again_at_once="then: $again"
  if grep -q 'dpkg was interrupted' "$apt_log"; then
    reason='an installation was interrupted before, and apt waits for its end' fix="${become}dpkg --configure -a, $again_at_once" code=3
  elif grep -q '^E: Could not get lock' "$apt_log"; then
    reason="another program has kept apt's lock for $((apt_patience / 60)) minutes" fix="wait for it, $again_at_once" code=75
  elif grep -qE 'No space left on device|enough free space' "$apt_log"; then
    reason='the disk is too full for the packages' fix="${become}apt-get clean, or free space in other ways, $again_at_once" code=75
  elif grep -q 'fix-broken' "$apt_log"; then
    reason='installed packages lack others' fix="${become}apt-get --fix-broken install, $again_at_once" code=3
  elif [ -n "$network" ]; then
    reason="no network for the packages: $network" fix="connect this machine, or tell apt its proxy, $again_at_once" code=75
  else
    tail -n 15 "$apt_log" >&2
    reason='the packages could not be installed' fix="$by_hand" code=3
  fi
  fail "$reason" "$fix" $code
}
