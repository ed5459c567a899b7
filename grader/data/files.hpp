#pragma once
// Reading and writing whole files.

#include <filesystem>
#include <string>
#include <string_view>

namespace grader {

/// The bytes of a file. Throws InputError when it cannot be read.
std::string read_file(const std::filesystem::path& file);

/// Writes beside `file` and renames, so that there is the whole new file or none; a device or pipe
/// is written to as it is. Throws InputError.
void write_file(const std::filesystem::path& file, std::string_view content);

/// Makes `user` the owner of a folder and of the files in it. Follows no symbolic link.
void give_to(unsigned user, const std::filesystem::path& folder);

/// Removes a folder with all it holds, whatever untrusted code has left there: folders that nobody
/// may enter, deep ones, many files. Follows no symbolic link. What cannot be removed stays.
void remove_folder(const std::filesystem::path& folder);

/// A folder of this process's own, readable by nobody else, removed with all it holds at the end.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace grader
