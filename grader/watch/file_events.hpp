#pragma once
// Signs that a file changed: events of the kernel (inotify), and looks at the file now and then.
// The looks are for network file systems and shared folders, where events get lost.

#include "system/process.hpp"
#include "watch/saves.hpp"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <vector>

namespace grader {

/// What stat tells about a file. It changes with the file's content.
struct FileState {
  bool there = false;
  std::uint64_t device = 0, inode = 0, size = 0;
  std::int64_t changed_seconds = 0, changed_nanoseconds = 0;
  std::int64_t written_seconds = 0, written_nanoseconds = 0;
  bool operator==(const FileState&) const = default;
};

/// The state of a file; of a link, that of its target.
FileState state_of_file(const std::filesystem::path& file);

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

}  // namespace grader
