// unpack: writes the files of an archive that could be source text into the folder where it runs.
//
// The archive is descriptor 3. Nothing that it says is believed. Every entry is checked, also those
// that are not written. The whole archive is refused where an entry is no plain file or folder, has
// a name that leads elsewhere, or comes twice. Then, and for anything else that is wrong with it,
// the first line of output says why, and the exit code is 1; "no room" means that the folder is
// full.
//
// Archives in the archive are not opened; empty files stand for them, and for a few of the others,
// so that their names can be told.

#include "submission/archive_limits.hpp"

#include <archive.h>
#include <archive_entry.h>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cctype>
#include <cerrno>
#include <clocale>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <map>
#include <sstream>

namespace {

namespace limits = grader::archive_limits;

constexpr int archive_fd = 3;
constexpr std::size_t mib = std::size_t{1} << 20;
constexpr std::size_t most_named = 20;           // files that are written empty
constexpr std::size_t largest_source = mib + 1;  // one more than the grader takes in

[[noreturn]] void refuse(const std::string& why) {
  std::printf("%s\n", why.c_str());
  std::fflush(stdout);
  _exit(1);
}

std::string shown(const std::string& name) { return "\"" + name.substr(0, 100) + "\""; }

/// The path of an entry without "." and a '/' at its end. Refuses those that lead elsewhere.
std::string checked_path(const std::string& name) {
  if (name.size() > limits::path_length) refuse("the archive has a path that is too long");
  const bool drive = name.size() > 1 && name[1] == ':' && std::isalpha(name[0]) != 0;
  if (name.empty() || name[0] == '/' || drive)
    refuse("the archive has an absolute path: " + shown(name));
  std::string path;
  std::size_t depth = 0;
  std::istringstream parts(name);
  for (std::string part; std::getline(parts, part, '/');) {
    if (part.empty() || part == ".") continue;
    if (part == "..") refuse("the archive has a path that leaves its folder: " + shown(name));
    if (part.size() > limits::name_length) refuse("the archive has a name that is too long");
    if (++depth > limits::depth + 1) refuse("the archive has folders that lie too deep");
    path += path.empty() ? part : "/" + part;
  }
  for (std::size_t i = 0; i < path.size(); ++i) {
    // In Big5, Shift-JIS and GBK it can be the second half of a letter.
    if (path[i] == '\\' && i > 0 && static_cast<unsigned char>(path[i - 1]) >= 0x80) path[i] = '_';
    const char c = path[i];
    if (c == '\\' || static_cast<unsigned char>(c) < ' ' || c == 127)
      refuse("the archive has a name with characters that no name should have: " + shown(name));
  }
  return path;
}

/// Notes a path and the folders above it. Refuses a second file of that name, a file in the place
/// of a folder, and names that differ in case only.
class Names {
 public:
  void add(const std::string& path, bool is_folder) {
    for (std::size_t end = path.find('/'); end != path.npos; end = path.find('/', end + 1))
      add_one(path.substr(0, end), true);
    add_one(path, is_folder);
  }

 private:
  void add_one(const std::string& path, bool is_folder) {
    const auto [place, is_new] = known_.try_emplace(grader::lower_case(path), path, is_folder);
    const auto& [first, was_folder] = place->second;
    if (first != path)
      refuse("the archive has names that differ in case only: " + shown(first) + " and " +
             shown(path));
    if (!is_new && !(is_folder && was_folder))
      refuse("the archive has a name twice: " + shown(path));
    // Folders that no entry names count, too: each has to be made, and removed again.
    if (known_.size() > limits::entries)
      refuse("the archive has more than " + std::to_string(limits::entries) + " files and folders");
  }

  /// By their names in lower case: as first written, and whether it is a folder.
  std::map<std::string, std::pair<std::string, bool>> known_;
};

/// Writes a file, with the folders above it, that is not there yet.
void make_file(const std::string& path, std::string_view bytes) {
  const std::filesystem::path above = std::filesystem::path(path).parent_path();
  std::error_code error;
  if (!above.empty()) std::filesystem::create_directories(above, error);
  const int fd = open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (fd < 0) refuse(limits::no_room);
  while (!bytes.empty()) {
    const ssize_t count = write(fd, bytes.data(), bytes.size());
    if (count <= 0) refuse(limits::no_room);
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  close(fd);
}

class Unpacking {
 public:
  Unpacking(archive* from, std::size_t packed) : from_(from), packed_(packed) {}

  void run() {
    archive_entry* entry = nullptr;
    for (;;) {
      const int state = archive_read_next_header(from_, &entry);
      if (state == ARCHIVE_EOF) break;
      if (state != ARCHIVE_OK && state != ARCHIVE_WARN) damaged();
      if (++entries_ > limits::entries)
        refuse("the archive has more than " + std::to_string(limits::entries) + " entries");
      take(entry);
    }
    if (entries_ == 0) refuse("the archive is empty");
    // Only now, so that a refused archive writes nothing.
    for (const auto& [path, bytes] : files_) make_file(path, bytes);
  }

 private:
  [[noreturn]] void damaged() {
    const char* why = archive_error_string(from_);
    if (why != nullptr && std::string_view(why).starts_with("Unsupported"))
      refuse(std::string("the archive is packed in a way that is not read here: ") + why +
             "; pack it anew as .zip or .tar.gz");
    refuse(std::string("the archive is damaged: ") + (why != nullptr ? why : "it cannot be read"));
  }

  static std::string name_of(archive_entry* entry) {
    const char* name = archive_entry_pathname(entry);
    if (name == nullptr) name = archive_entry_pathname_utf8(entry);
    if (name == nullptr) refuse("the archive has a name that cannot be read");
    return name;
  }

  void take(archive_entry* entry) {
    const std::string name = name_of(entry), path = checked_path(name);
    if (archive_entry_is_encrypted(entry) != 0) refuse("the archive is encrypted");
    if (archive_entry_hardlink(entry) != nullptr)
      refuse("the archive has a hard link: " + shown(name));
    const auto type = archive_entry_filetype(entry);
    if (type == AE_IFLNK) refuse("the archive has a symbolic link: " + shown(name));
    if (type != AE_IFREG && type != AE_IFDIR)
      refuse("the archive has a device or the like: " + shown(name));
    if ((archive_entry_perm(entry) & (S_ISUID | S_ISGID)) != 0 && type == AE_IFREG)
      refuse("the archive has a program that changes its user: " + shown(name));
    if (path.empty()) return;  // the folder itself
    names_.add(path, type == AE_IFDIR);
    if (type == AE_IFDIR) return;
    std::string bytes;
    const bool wanted = grader::is_source_name(path);
    read_data(wanted ? &bytes : nullptr);
    const bool packed = grader::has_ending(path, grader::opened_archives) ||
                        grader::has_ending(path, grader::other_archives);
    if (wanted || packed || is_worth_a_name(path)) files_.emplace_back(path, std::move(bytes));
  }

  /// Whether this is one of the first files that are neither source text nor hidden.
  bool is_worth_a_name(const std::string& path) {
    if (path[0] == '.' || path.find("/.") != path.npos || path.find("__MACOSX") != path.npos)
      return false;
    return ++named_ <= most_named;
  }

  /// Reads an entry's contents, and keeps the beginning in `bytes` unless that is null.
  void read_data(std::string* bytes) {
    std::size_t size = 0;
    for (;;) {
      const void* block = nullptr;
      std::size_t length = 0;
      la_int64_t offset = 0;
      const int state = archive_read_data_block(from_, &block, &length, &offset);
      if (state == ARCHIVE_EOF) break;
      if (state != ARCHIVE_OK) damaged();
      const std::size_t end = static_cast<std::size_t>(offset) + length;
      if (offset < 0 || end < length) damaged();
      check_size(unpacked_ + std::max(end, size));
      if (bytes != nullptr && static_cast<std::size_t>(offset) < largest_source)
        keep_block(*bytes, block,
                   std::min(length, largest_source - static_cast<std::size_t>(offset)),
                   static_cast<std::size_t>(offset));
      size = std::max(size, end);
    }
    unpacked_ += size;
  }

  /// Refuses an archive that unpacks to too many times its size.
  void check_size(std::size_t unpacked) const {
    if (unpacked > limits::unpacked_mib * mib)
      refuse("the archive unpacks to more than " + std::to_string(limits::unpacked_mib) + " MiB");
    if (unpacked > limits::ratio_from_mib * mib && unpacked / limits::ratio > packed_)
      refuse("the archive unpacks to more than " + std::to_string(limits::ratio) +
             " times its size");
  }

  void keep_block(std::string& bytes, const void* block, std::size_t length, std::size_t offset) {
    if (offset + length > bytes.size()) kept_ += offset + length - bytes.size();
    if (kept_ > limits::written_mib * mib)
      refuse("the archive has more than " + std::to_string(limits::written_mib) +
             " MiB of source text");
    bytes.resize(std::max(bytes.size(), offset + length));
    std::memcpy(bytes.data() + offset, block, length);
  }

  archive* from_;
  std::size_t packed_;
  Names names_;
  std::size_t entries_ = 0, unpacked_ = 0, kept_ = 0, named_ = 0;
  std::vector<std::pair<std::string, std::string>> files_;  ///< to write: paths and bytes
};

void check_kind(const char* bytes, std::size_t size) {
  const std::string_view start(bytes, std::min<std::size_t>(size, 6));
  for (const auto& [magic, kind] :
       {std::pair("7z\xbc\xaf\x27\x1c", "7z"), std::pair("Rar!\x1a\x07", "RAR")}) {
    if (start == magic)
      refuse(std::string("it is a ") + kind + " archive: " + limits::opened_kinds);
  }
  if (start == std::string_view("PK\5\6\0\0", 6)) refuse("the archive is empty");  // a zip's end
}

/// A number of so many bytes, the lowest first.
std::size_t number_at(std::string_view bytes, std::size_t at, std::size_t length) {
  std::size_t number = 0;
  while (length-- > 0) number = number << 8U | static_cast<unsigned char>(bytes[at + length]);
  return number;
}

/// Refuses a zip that lists a pipe, which libarchive would take for a file. The list is not looked
/// for by its end, which a comment can hide: each line of it counts, wherever it stands.
void check_pipes(std::string_view zip) {
  constexpr std::size_t line_length = 46, unix_system = 3;
  for (std::size_t at = zip.find("PK\1\2"); at != zip.npos && zip.size() - at >= line_length;
       at = zip.find("PK\1\2", at + 1)) {
    const bool pipe =
        number_at(zip, at + 5, 1) == unix_system && S_ISFIFO(number_at(zip, at + 40, 2));
    if (pipe)
      refuse("the archive has a device or the like: " +
             shown(std::string(zip.substr(at + line_length, number_at(zip, at + 28, 2)))));
  }
}

/// Allows the formats and compressions that are read, and no filters that run other programs.
archive* reader(const void* bytes, std::size_t size) {
  archive* from = archive_read_new();
  if (from == nullptr) refuse("no memory");
  archive_read_support_format_zip_seekable(from);
  archive_read_support_format_tar(from);
  archive_read_support_filter_gzip(from);
  archive_read_support_filter_bzip2(from);
  archive_read_support_filter_xz(from);
  if (archive_read_open_memory(from, bytes, size) != ARCHIVE_OK)
    refuse("it is no archive that can be read, or a damaged one");
  return from;
}

}  // namespace

int main() {
  std::setlocale(LC_CTYPE, "C.UTF-8");
  std::set_new_handler([] { refuse("the archive needs too much memory to unpack"); });
  struct stat status {};
  if (fstat(archive_fd, &status) != 0) return 1;
  const auto size = static_cast<std::size_t>(status.st_size);
  if (size == 0) refuse("the archive is empty");
  if (size > limits::packed_mib * mib)
    refuse("the archive is larger than " + std::to_string(limits::packed_mib) + " MiB");
  const void* bytes = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, archive_fd, 0);
  if (bytes == MAP_FAILED)
    refuse("the archive cannot be read: " + std::string(std::strerror(errno)));
  check_kind(static_cast<const char*>(bytes), size);
  check_pipes({static_cast<const char*>(bytes), size});
  Unpacking(reader(bytes, size), size).run();
}
