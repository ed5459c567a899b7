#pragma once
// Signs that a file changed: events of the kernel (inotify), and looks at the file now and then.
// The looks are for network file systems and shared folders, where events get lost. By the signs is
// decided when a file that somebody edits is to be graded, and which of its contents.

#include "core/exercise.hpp"
#include "grade/intake.hpp"
#include "system/process.hpp"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

namespace grader {

/// What was seen of the file.
enum class Sign {
  saved,    ///< written and closed, or renamed to its name
  touched,  ///< written to, perhaps not finished
  gone,     ///< removed or renamed away, often for a moment only
};

/// Makes of signs the times at which to look at the file. The first save after a pause is due at
/// once. Within a burst of saves, and after any other sign, it is due when nothing more comes for a
/// while.
class Saves {
 public:
  using Time = std::chrono::steady_clock::time_point;
  using Duration = std::chrono::steady_clock::duration;

  static constexpr Duration burst = std::chrono::milliseconds(250);  ///< saves this close are one
  static constexpr Duration quiet = std::chrono::milliseconds(100);  ///< then a writer is done
  static constexpr Duration longest_touch = std::chrono::milliseconds(1000);  ///< of one write
  static constexpr Duration absence =
      std::chrono::milliseconds(1000);  ///< then it is gone for good

  void see(Sign sign, Time now);

  /// When to look at the file; nothing where there is no reason to.
  std::optional<Time> due() const { return due_; }

  /// Whether a save, and not only a touch, was seen since the last `looked`.
  bool saved() const { return saved_; }

  /// Whether it was saved again so soon that the save before does not count.
  bool in_burst() const { return saved_ && due_ && *due_ == *last_save_ + burst; }

  /// Notes that the file is being looked at, and forgets the signs before.
  void looked();

  /// Asks for another look after a while, since the file was empty or not there.
  void check_at(Time at) { due_ = at; }

 private:
  std::optional<Time> due_;
  std::optional<Time> last_save_;
  std::optional<Time> first_touch_;
  bool saved_ = false;
};

/// What stat tells about a file, or a link's target, and changes with its content; empty where it
/// is not there.
using FileState = std::vector<std::int64_t>;

/// Whether the kernel tells of all changes in a folder. It does not where other machines make them.
bool tells_all_changes(const std::filesystem::path& folder);

class FileEvents {
 public:
  enum class Source { kernel_too, looking_only };

  /// Watches `file`, which need not exist. With `looking_only` without inotify.
  explicit FileEvents(std::filesystem::path file, Source source = Source::kernel_too);

  /// A descriptor that is readable when there may be signs; -1 without inotify.
  int descriptor() const { return notify_.get(); }

  /// The longest time to wait before `signs` is to be called again.
  std::chrono::milliseconds patience() const;

  /// What was seen since the last call, in order. Never waits.
  std::vector<Sign> signs();

 private:
  void watch_folder();
  void read_events(std::vector<Sign>& found);
  void look(std::vector<Sign>& found);

  std::filesystem::path file_;
  Descriptor notify_;
  int watch_ = -1;         ///< of the file's folder
  bool all_told_ = false;  ///< whether the kernel tells of all that happens there
  FileState seen_;         ///< when `look` last saw a change; at first, the start
  FileState last_;         ///< at the last look
  std::chrono::steady_clock::time_point looked_;
};

/// Decides by the signs of a file which of its contents are to be graded. Never waits.
class SavedFile {
 public:
  /// `trusted` as for take_in.
  explicit SavedFile(std::filesystem::path file, std::filesystem::path trusted = {})
      : file_(std::move(file)), trusted_(std::move(trusted)), events_(file_) {}

  /// Readable when there may be signs; -1 without inotify.
  int descriptor() const { return events_.descriptor(); }

  /// How long to wait for the next sign, or until a content is due.
  std::chrono::milliseconds patience() const;

  /// Takes note of the signs that came.
  void listen();

  /// The content to grade now; nothing where none is due.
  std::optional<Intake> due();

  /// Whether what is being graded was saved over at once.
  bool saved_over() const { return saves_.in_burst(); }

  /// The content as it is.
  Intake now();

 private:
  std::optional<Intake> look(bool saved);

  std::filesystem::path file_, trusted_;
  FileEvents events_;
  Saves saves_;
  Intake last_;
  Clock::time_point looked_;
  bool was_empty_ = false;
};

/// Waits for the next content to grade. Throws Interrupted, also where a line with a q is typed.
Intake wait_for_save(SavedFile& file);

}  // namespace grader
