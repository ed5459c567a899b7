# Brings a released copy of the course up to date: sh cmake/update.sh COPY [FROM [release]]. FROM is another release, in a folder
# or an archive. ./grade update does this for students, `release --update` for the folder that they pull from. It needs no build,
# so that a release whose grader does not build can be mended, too.
#
# references/files.sha256 names each file that a release wrote, with its hash, but for the exercises' own files: these belong
# to who works in them. One that is there is written only where it is an earlier stub as it was, in a student's copy alone: git
# would merge what changes there into students' work. Any other file that was changed is kept as a backup before it
# is replaced. The new release is first laid whole into .softmark/update; whatever ends the program after that, the next
# ./grade goes on from there. The list of files is replaced last.

set -eu
export LC_ALL=C
copy=$(cd "$1" && pwd)
from=${2:-}
for_others=${3:-}
known=.softmark/stubs.sha256
list=references/files.sha256
stubs=references/stubs.sha256
stage=$copy/.softmark/update
backups=.softmark/backups/update-$(date +%Y%m%d-%H%M%S)

fail() { # fail WHAT FIX
  printf 'grade: error: %s\nfix: %s\n' "$1" "$2" >&2
  exit 2
}

names() { sed 's/^[0-9a-f]*  //' "$1"; } # the files of a list

# The names of stubs.sha256, each once: a stub that has changed has several lines there.
stub_names() { names "$1" | sort -u; }

# Sets $from to the folder of the release in it: itself, what an archive has, or a folder there.
find_release() {
  if [ -f "$from" ]; then
    mkdir "$stage.new/archive"
    case $from in
    *.zip) (cd "$stage.new/archive" && cmake -E tar xf "$from") ;;
    *) tar -C "$stage.new/archive" -xf "$from" ;;
    esac >/dev/null 2>&1 || fail "$from: it cannot be unpacked here" 'unpack it yourself, and name the folder'
    from=$stage.new/archive
  fi
  for place in "$from" "$from"/*; do
    [ ! -f "$place/$list" ] || break
  done
  [ -f "$place/$list" ] || fail "$named: there is no release in it, a folder with $list" \
    'name a folder that ./grade release wrote, or an archive of it'
  from=$place
}

# What has changed of an exercise's statement, contract, given code and stub, as text for `show NN --changes`.
changes_of() { # changes_of FOLDER
  for file in "$from/$1"/*; do
    name=$1/${file##*/}
    case $name in *.md | *.hpp | */given.cpp | *.cpp.original) ;; *) continue ;; esac
    [ ! -f "$name" ] || diff -u --label "before: ${name%.original}" --label "now: ${name%.original}" "$name" "$file" || true
  done
  data=reference_data/${1#exercises/}.json
  [ ! -f "$data" ] || cmp -s "$data" "$from/$data" || printf 'The cases have changed: %s\n' "$data"
}

# Lays the release $from whole into the stage. Nothing of the copy changes.
lay_ready() {
  named=$from
  rm -rf "$stage.new"
  mkdir -p "$stage.new"
  find_release
  bad=$(cd "$from" && sha256sum --check --quiet $list 2>/dev/null | sed -n 's/: FAILED.*//p' | head -n 1)
  [ -z "$bad" ] || fail "$named: $bad is not there, or not as it was released" 'get it once more, or release it anew'
  stub_names "$from/$stubs" >"$stage.new/stubs"
  lacking=$(stub_names $stubs | comm -23 - "$stage.new/stubs" | head -n 1)
  [ -z "$lacking" ] || fail "$named: it lacks $lacking: it is another course, or a part of this one" \
    'name a release that has all exercises of this copy'
  { names "$from/$list" && echo $list; } | tar -C "$from" -cf - -T - | tar -C "$stage.new" -xf -
  cat $stubs "$from/$stubs" | awk '!known[$0]++' >"$stage.new/$stubs"
  for folder in exercises/[0-9]*; do
    changes_of "$folder" >"$stage.new/changes"
    [ -s "$stage.new/changes" ] || continue
    [ ! -f "$folder/changes.diff" ] || cat "$folder/changes.diff" >>"$stage.new/changes"
    mv "$stage.new/changes" "$stage.new/$folder/changes.diff"
  done
  rm -rf "$stage.new/archive"
  mv "$stage.new" "$stage"
}

# Keeps a file that is not as the last release wrote it, and a folder that is in the way.
keep() {
  if [ -d "$1" ]; then
    mkdir -p "$backups/$(dirname "$1")"
    mv -T "$1" "$backups/$1"
  fi
  [ -f "$1" ] || return 0
  ! grep -qxF "$(sha256sum "$1")" $list || return 0
  mkdir -p "$backups/$(dirname "$1")"
  cp -p "$1" "$backups/$1.tmp"
  mv "$backups/$1.tmp" "$backups/$1"
}

put() { # put NAME [SOURCE]: writes a file of the stage beside its place, then renames it
  mkdir -p "$(dirname "$1")"
  cp "$stage/${2:-$1}" "$1.tmp"
  mv -T "$1.tmp" "$1"
}

# Takes over what lies in the stage. Once begun it can be repeated as often as it is interrupted.
take_over() {
  sha256sum --check --quiet "$stage/$list" 2>/dev/null | sed -n 's/: FAILED.*//p' >"$stage/differing"
  names $list >"$stage/before"
  while IFS= read -r name; do
    keep "$name"
    put "$name"
    printf '%s\n' "$name" >>"$stage/written"
  done <"$stage/differing"
  stub_names "$stage/$stubs" | while IFS= read -r name; do
    # One that the last release had, and that is gone, was removed by its owner.
    [ -e "$name" ] || grep -qxF "$name.original" "$stage/before" || put "$name" "$name.original"
  done
  for told in "$stage"/exercises/*/changes.diff; do
    [ ! -f "$told" ] || put "${told#"$stage/"}"
  done
  names "$stage/$list" | sort >"$stage/now"
  sort "$stage/before" | comm -23 - "$stage/now" | while IFS= read -r name; do
    keep "$name"
    rm -f "$name"
    rmdir -p "$(dirname "$name")" 2>/dev/null || true
  done
  put $stubs
  put $list
  mv "$stage" "$stage.done"
}

# Puts new stubs in the place of earlier ones that nobody has begun with.
take_new_stubs() {
  stub_names $stubs | while IFS= read -r name; do
    if [ ! -f "$name" ] || cmp -s "$name" "$name.original" || ! grep -qxF "$(sha256sum "$name")" $stubs; then continue; fi
    cp "$name.original" "$name.tmp"
    mv -T "$name.tmp" "$name"
    mkdir -p .softmark
    sha256sum "$name" >>$known
    echo "$name: the new stub is there; you had not begun"
  done
}

# What was written, for people: a line for each exercise, and the number of all other files.
tell() {
  written=$stage.done/written
  [ -s "$written" ] || {
    echo 'nothing is new'
    return
  }
  sort -u "$written" | awk -F / '
    NR == FNR { if ($1 == "exercises") had[$2]; next }
    $1 == "exercises" && $2 ~ /^[0-9]/ { told[$2] = told[$2] " " $3; next }
    $1 == "reference_data" { sub(/[.]json$/, "", $2); told[$2] = told[$2] " cases"; next }
    { others++ }
    END {
      for (folder in told) {
        show = "./grade show " substr(folder, 1, 2)
        if (folder in had) print folder ":" told[folder] "   " show " --changes"
        else print folder ": new   " show
      }
      if (others) printf "~%d files of the grader\n", others
    }' "$stage.done/before" - | sort | sed 's/^~/and /'
  [ ! -d "$backups" ] || echo "what you had changed in files that are not yours to change is kept in $backups"
}

# What git does for a copy that was cloned.
pull() {
  git rev-parse --is-inside-work-tree >/dev/null 2>&1 || fail 'this copy is no clone: it does not know where a newer one is' \
    './grade update FOLDER-OR-ARCHIVE, which you got from your instructor'
  git rev-parse '@{upstream}' >/dev/null 2>&1 || fail 'git knows no repository that this branch follows' \
    'git pull --no-rebase URL BRANCH, with those of your instructor'
  echo '$ git pull --no-rebase --no-edit'
  before=$(git rev-parse HEAD)
  git pull --no-rebase --no-edit || fail 'git could not take over what is new; your files are as they were' \
    'git status says which files are in the way. Where they are not yours: git checkout HEAD -- FILE; then ./grade update'
  [ "$(git rev-parse HEAD)" != "$before" ] || echo 'Nothing is new there. What your instructor handed out: ./grade update FOLDER-OR-ARCHIVE'
}

cd "$copy"
[ -f $list ] || fail "$copy: it is no copy that ./grade release wrote: $list is not there" 'git pull, where it is a clone'
case $from in '' | /*) ;; *) from=$OLDPWD/$from ;; esac
[ -z "$from" ] || [ -e "$from" ] || fail "$from: it is not there" 'name a folder or an archive'
exec 8<references # for the lock: an update at a time
! command -v flock >/dev/null || flock 8
rm -rf "$stage.done"
if [ -d "$stage" ]; then
  take_over
elif [ -z "$from" ]; then
  pull
fi
if [ -n "$from" ]; then
  rm -rf "$stage.done"
  lay_ready
  take_over
fi
[ -n "$for_others" ] || take_new_stubs
if [ -d "$stage.done" ]; then
  tell
  rm -rf "$stage.done"
  rmdir .softmark 2>/dev/null || true
fi
