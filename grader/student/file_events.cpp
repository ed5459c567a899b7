#include "student/file_events.hpp"

#include "core/error.hpp"

#include <linux/magic.h>
#include <poll.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <set>

namespace grader {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;

constexpr milliseconds seldom{1000};  // where the kernel tells, and something may get lost
constexpr milliseconds often{200};    // where nobody tells

constexpr std::uint32_t events_of_files =
    IN_CLOSE_WRITE | IN_MOVED_TO | IN_MODIFY | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_ATTRIB;
constexpr std::uint32_t events_of_folder = IN_DELETE_SELF | IN_MOVE_SELF;

/// The sign that an event about the file itself is.
Sign sign_of(std::uint32_t event) {
  if ((event & (IN_CLOSE_WRITE | IN_MOVED_TO)) != 0) return Sign::saved;
  return (event & (IN_DELETE | IN_MOVED_FROM)) != 0 ? Sign::gone : Sign::touched;
}

FileState state_of(const fs::path& file) {
  struct stat found {};
  if (stat(file.c_str(), &found) != 0) return {};
  return {static_cast<std::int64_t>(found.st_dev),
          static_cast<std::int64_t>(found.st_ino),
          found.st_size,
          found.st_ctim.tv_sec,
          found.st_ctim.tv_nsec,
          found.st_mtim.tv_sec,
          found.st_mtim.tv_nsec};
}

}  // namespace

bool tells_all_changes(const fs::path& folder) {
  struct statfs found {};
  if (statfs(folder.c_str(), &found) != 0) return false;
  // NFS, SMB (three), 9p, FUSE, VirtualBox, VMware, Parallels, Ceph, AFS (two), Coda, Lustre, GPFS.
  static const std::set<std::uint32_t> shared = {0x6969,     0x517b,     0xff534d42, 0xfe534d42,
                                                 0x01021997, 0x65735546, 0x786f4256, 0xbacbacbc,
                                                 0x7c7c6673, 0x00c36400, 0x5346414f, 0x6b414653,
                                                 0x73757245, 0x0bd00bd0, 0x47504653};
  return !shared.contains(static_cast<std::uint32_t>(found.f_type));
}

FileEvents::FileEvents(fs::path file, Source source)
    : file_(std::move(file)), looked_(std::chrono::steady_clock::now()) {
  seen_ = last_ = state_of(file_);
  if (source == Source::looking_only) return;
  notify_ = Descriptor(inotify_init1(IN_NONBLOCK | IN_CLOEXEC));
  watch_folder();
}

void FileEvents::watch_folder() {
  all_told_ = false;
  if (!notify_.open()) return;
  const fs::path folder = file_.parent_path();
  watch_ = inotify_add_watch(notify_.get(), folder.c_str(), events_of_files | events_of_folder);
  all_told_ = watch_ >= 0 && tells_all_changes(folder);
}

milliseconds FileEvents::patience() const { return all_told_ ? seldom : often; }

void FileEvents::read_events(std::vector<Sign>& found) {
  alignas(inotify_event) char buffer[16384];
  const std::string name = file_.filename().string();
  bool folder_changed = false;
  for (;;) {
    const ssize_t count = read(notify_.get(), buffer, sizeof buffer);
    if (count <= 0) break;
    for (ssize_t at = 0; at < count;) {
      const auto* event = reinterpret_cast<const inotify_event*>(buffer + at);
      at += static_cast<ssize_t>(sizeof(inotify_event)) + event->len;
      if ((event->mask & (IN_IGNORED | events_of_folder)) != 0) folder_changed = true;
      if ((event->mask & IN_Q_OVERFLOW) != 0) found.push_back(Sign::touched);
      const bool ours = event->wd == watch_ && event->len > 0 && name == event->name;
      if (ours) found.push_back(sign_of(event->mask));
    }
  }
  if (folder_changed) all_told_ = false;
}

/// Finds changes without an event. The writer is done once the file looks the same twice.
void FileEvents::look(std::vector<Sign>& found) {
  const FileState now = state_of(file_);
  const bool settled = now == last_;
  last_ = now;
  if (now == seen_ || !settled) return;
  seen_ = now;
  found.push_back(now.empty() ? Sign::gone : Sign::saved);
}

std::vector<Sign> FileEvents::signs() {
  std::vector<Sign> found;
  if (notify_.open()) read_events(found);
  const auto now = std::chrono::steady_clock::now();
  if (!found.empty()) {
    seen_ = last_ = state_of(file_);
  } else if (now - looked_ >= patience()) {
    look(found);
  }
  if (now - looked_ >= patience()) {
    looked_ = now;
    if (!all_told_) watch_folder();  // the folder may be back
  }
  return found;
}

void Saves::see(Sign sign, Time now) {
  switch (sign) {
    case Sign::saved: {
      const bool in_burst = last_save_ && now - *last_save_ < burst;
      due_ = in_burst ? now + burst : now;
      last_save_ = now;
      saved_ = true;
      break;
    }
    case Sign::touched:
      if (saved_) break;  // it is looked at anyway
      if (!first_touch_) first_touch_ = now;
      due_ = std::min(now + quiet, *first_touch_ + longest_touch);
      break;
    case Sign::gone:
      due_ = now + absence;
      break;
  }
}

void Saves::looked() {
  due_.reset();
  first_touch_.reset();
  saved_ = false;
}

milliseconds SavedFile::patience() const {
  if (!saves_.due()) return events_.patience();
  const auto left = std::chrono::ceil<milliseconds>(*saves_.due() - Clock::now());
  return std::clamp(left, milliseconds(0), events_.patience());
}

void SavedFile::listen() {
  for (const Sign sign : events_.signs()) saves_.see(sign, Clock::now());
}

std::optional<Intake> SavedFile::due() {
  if (!saves_.due() || *saves_.due() > Clock::now()) return std::nullopt;
  const bool saved = saves_.saved();
  saves_.looked();
  return look(saved);
}

Intake SavedFile::now() {
  saves_.looked();
  last_ = take_in(file_, trusted_);
  looked_ = Clock::now();
  return last_;
}

/// The content to grade, if it is to be graded. An empty file may be about to be written, so it
/// gets another look. The same content is graded again only for a save of its own.
std::optional<Intake> SavedFile::look(bool saved) {
  Intake found = take_in(file_, trusted_);
  const auto now = Clock::now();
  if (found.text.empty() && !found.problem && !was_empty_) {
    was_empty_ = true;
    saves_.check_at(now + Saves::burst);
    return std::nullopt;
  }
  was_empty_ = false;
  const bool same = found.text == last_.text && found.problem == last_.problem;
  if (same && (!saved || now - looked_ < milliseconds(1000))) return std::nullopt;
  last_ = std::move(found);
  looked_ = now;
  return last_;
}

Intake wait_for_save(SavedFile& file) {
  bool asked = tcgetpgrp(STDIN_FILENO) == getpgrp();  // else what is typed is for the shell
  for (;;) {
    pollfd waiting[] = {{file.descriptor(), POLLIN, 0}, {asked ? STDIN_FILENO : -1, POLLIN, 0}};
    const auto most = std::min(file.patience(), std::chrono::milliseconds(interrupt_turn));
    poll(waiting, std::size(waiting), static_cast<int>(most.count()));
    check_interrupted();
    char typed[256];
    if (waiting[1].revents != 0) {
      asked = read(STDIN_FILENO, typed, sizeof typed) > 0;
      if (asked && typed[0] == 'q') throw Interrupted();
    }
    file.listen();
    if (auto saved = file.due()) return *std::move(saved);
  }
}

}  // namespace grader
