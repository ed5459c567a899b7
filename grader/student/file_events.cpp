#include "student/file_events.hpp"

#include "core/error.hpp"

#include <fmt/format.h>

#include <poll.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#include <utility>

namespace grader {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds between_looks{200};
constexpr milliseconds burst{250};     // saves this close are one
constexpr milliseconds absence{1000};  // then it is gone for good

}  // namespace

SavedFile::SavedFile(std::filesystem::path file)
    : file_(std::move(file)), notify_(inotify_init1(IN_NONBLOCK | IN_CLOEXEC)) {
  was_told();
  seen_ = last_state_ = state();
}

std::string SavedFile::state() const {
  struct stat found {};
  if (stat(file_.c_str(), &found) != 0) return "";
  return fmt::format("{} {} {} {}.{} {}.{}", found.st_dev, found.st_ino, found.st_size,
                     found.st_ctim.tv_sec, found.st_ctim.tv_nsec, found.st_mtim.tv_sec,
                     found.st_mtim.tv_nsec);
}

/// Whether the kernel told, since the last call, that some file in the folder was written or got
/// its name.
bool SavedFile::was_told() {
  char events[16384];
  bool told = false;
  while (read(notify_.get(), events, sizeof events) > 0) told = true;
  // It is the same watch, unless the folder is another one by now.
  inotify_add_watch(notify_.get(), file_.parent_path().c_str(), IN_CLOSE_WRITE | IN_MOVED_TO);
  return told;
}

milliseconds SavedFile::patience() const {
  if (!due_) return between_looks;
  const auto left = std::chrono::ceil<milliseconds>(*due_ - Clock::now());
  return std::clamp(left, milliseconds(0), between_looks);
}

void SavedFile::listen() {
  const bool told = was_told();
  const auto now = Clock::now();
  if (!told && now - last_look_ < between_looks) return;
  last_look_ = now;
  const std::string before = std::exchange(last_state_, state());
  if (told && !due_) due_ = now;  // two saves at once can have the same state
  // A writer of whom nobody tells has finished once the file looks the same twice.
  if (last_state_ == seen_ || (!told && last_state_ != before)) return;
  seen_ = last_state_;
  if (seen_.empty()) {
    due_ = now + absence;
    return;
  }
  const bool in_burst = last_save_ && now - *last_save_ < burst;
  due_ = in_burst ? now + burst : now;
  save_ = in_burst ? Save::in_burst : Save::single;
  last_save_ = now;
}

std::optional<Intake> SavedFile::due() {
  if (!due_ || *due_ > Clock::now()) return std::nullopt;
  due_.reset();
  return content(std::exchange(save_, Save::none) != Save::none);
}

Intake SavedFile::now() {
  due_.reset();
  save_ = Save::none;
  content_ = take_in(file_);
  read_ = Clock::now();
  return content_;
}

/// The content to grade, if it is to be graded. An empty file may be about to be written, so it
/// gets another look. The same content is graded again only for a save of its own.
std::optional<Intake> SavedFile::content(bool saved) {
  Intake found = take_in(file_);
  const auto now = Clock::now();
  if (found.text.empty() && !found.problem && !was_empty_) {
    was_empty_ = true;
    due_ = now + burst;
    return std::nullopt;
  }
  was_empty_ = false;
  const bool same = found.text == content_.text && found.problem == content_.problem;
  if (same && (!saved || now - read_ < milliseconds(1000))) return std::nullopt;
  content_ = std::move(found);
  read_ = now;
  return content_;
}

Intake wait_for_save(SavedFile& file) {
  for (;;) {
    pollfd waiting{file.descriptor(), POLLIN, 0};
    const auto most = std::min(file.patience(), milliseconds(interrupt_turn));
    poll(&waiting, 1, static_cast<int>(most.count()));
    check_interrupted();
    file.listen();
    if (auto saved = file.due()) return *std::move(saved);
  }
}

}  // namespace grader
