#pragma once
// Reading and writing whole files, and what tells their contents apart.

#include <array>
#include <filesystem>
#include <functional>
#include <iosfwd>
#include <string>
#include <string_view>

namespace grader {

/// The bytes of a file. Throws InputError when it cannot be read.
std::string read_file(const std::filesystem::path& file);

/// Writes beside `file` and renames, so that there is the whole new file or none; a device or pipe
/// is written to as it is. Throws InputError; without space its code is that of TryAgain.
void write_file(const std::filesystem::path& file, std::string_view content);
/// The same with what `fill` puts into the stream, piece by piece.
void write_file(const std::filesystem::path& file,
                const std::function<void(std::ostream&)>& fill);

/// When `file` was changed, in seconds with nanoseconds; empty where it is not there.
std::string change_time(const std::filesystem::path& file);

/// A name beside `target` for what is to be renamed to it: another one at each call, also of
/// processes on other machines. It ends in ".tmp".
std::filesystem::path unfinished_name(const std::filesystem::path& target);

/// `file` as seen from the current folder where that is shorter. Follows no symbolic link.
std::filesystem::path as_shown(const std::filesystem::path& file);

/// Makes `user` the owner of a folder and of the files in it. Follows no symbolic link.
void give_to(unsigned user, const std::filesystem::path& folder);
/// Makes the owner of a folder the owner of the files in it, too. Follows no symbolic link.
void give_to_owner(const std::filesystem::path& folder);

/// Where temporary folders go: TMPDIR, or /tmp; absolute.
std::filesystem::path temporary_base();

/// The programs `name` in the folders of PATH, in their order; a shell would start the first.
std::vector<std::filesystem::path> programs_named(const std::string& name);

/// Throws TryAgain where the file system of `folder` has no room for a build.
void check_room(const std::filesystem::path& folder);

/// Writes a file of a temporary folder. Throws TryAgain, since only a shortage can be in the way.
void write_temporary(const std::filesystem::path& file, std::string_view content);

/// Copies a file into a temporary folder. Throws TryAgain where there is no room, else GraderFault.
void copy_temporary(const std::filesystem::path& from, const std::filesystem::path& to);

/// Removes a folder with all it holds, as far as it can, whatever untrusted code has left there.
/// Follows no symbolic link.
void remove_folder(const std::filesystem::path& folder);

/// A folder of this process's own, readable by nobody else, removed with all it holds at the end;
/// where the process has no chance to do that, by the next one.
class TemporaryFolder {
 public:
  /// Throws TryAgain where there is no room, or no right to make it.
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
  int lock_ = -1;
};

using Digest256 = std::array<unsigned char, 32>;

Digest256 sha256(std::string_view bytes);

/// 64 lower-case hexadecimal digits.
std::string hex(const Digest256& digest);

}  // namespace grader
