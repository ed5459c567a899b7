#pragma once
// Signs that a file changed: from the kernel (inotify), and by looking at it now and then, since
// events get lost on network file systems, shared folders, and where there is no inotify.

#include "system/process.hpp"
#include "watch/saves.hpp"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <vector>

namespace grader {

/// What stat tells of a file; a change of its content changes it.
struct FileState {
  bool there = false;
  std::uint64_t device = 0, inode = 0, size = 0;
  std::int64_t changed_seconds = 0, changed_nanoseconds = 0;
  std::int64_t written_seconds = 0, written_nanoseconds = 0;
  bool operator==(const FileState&) const = default;
};

/// Of the file behind symbolic links.
FileState state_of_file(const std::filesystem::path& file);

/// Whether the kernel tells of all changes in a folder: not where another machine makes them.
bool tells_all_changes(const std::filesystem::path& folder);

class FileEvents {
 public:
  enum class Source { kernel_too, looking_only };

  /// Watches `file`, there or not. With `looking_only`, as where there is no inotify.
  explicit FileEvents(std::filesystem::path file, Source source = Source::kernel_too);

  /// Readable when there may be signs; -1 where there is no inotify.
  int descriptor() const { return notify_.get(); }

  /// How long to wait at most before `signs` is to be asked again.
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
  FileState seen_;         ///< when `look` last saw a change, or the start
  FileState last_;         ///< at the last look
  std::chrono::steady_clock::time_point looked_;
};

}  // namespace grader
