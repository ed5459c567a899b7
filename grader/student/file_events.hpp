#pragma once
// Decides when a file that somebody edits is to be graded, and which of its contents. The kernel
// tells of writers that have finished (inotify). A look now and then finds what it does not tell,
// as on network file systems and in shared folders.

#include "core/exercise.hpp"
#include "grade/intake.hpp"
#include "system/process.hpp"

namespace grader {

/// The saves of a file, which need not exist. The first one after a pause is due at once. Within a
/// burst of saves it is the last one, and a file that is gone has a while to come back.
class SavedFile {
 public:
  explicit SavedFile(std::filesystem::path file);

  /// Readable when there may be something to listen to; -1 where the kernel tells nothing.
  int descriptor() const { return notify_.get(); }

  /// The longest time to wait before the next `listen`.
  std::chrono::milliseconds patience() const;

  /// Takes note of what has happened to the file. Never waits.
  void listen();

  /// The content to grade now; nothing where none is due.
  std::optional<Intake> due();

  /// Whether it was saved since it was read last.
  bool saved() const { return save_ != Save::none; }

  /// Whether what is being graded was saved over at once.
  bool saved_over() const { return save_ == Save::in_burst; }

  /// The content as it is.
  Intake now();

 private:
  enum class Save { none, single, in_burst };
  /// What stat tells about the file, or a link's target, and changes with its content; empty where
  /// it is not there.
  std::string state() const;
  bool was_told();
  std::optional<Intake> content(bool saved);

  std::filesystem::path file_;
  Descriptor notify_;
  std::string seen_, last_state_;  ///< when a change was seen last, and at the last look
  Clock::time_point last_look_ = Clock::now();
  std::optional<Clock::time_point> due_, last_save_;
  Save save_ = Save::none;  ///< since the file was read last
  bool was_empty_ = false;
  Intake content_;
  Clock::time_point read_;
};

/// Waits for the next content to grade. Throws Interrupted.
Intake wait_for_save(SavedFile& file);

}  // namespace grader
