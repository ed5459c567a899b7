#pragma once
// What an archive that somebody hands in may hold, what unpacking it may take, and the endings of
// files by which archives and source text are known.

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <iterator>
#include <string>

namespace grader {

inline constexpr const char* opened_archives[] = {".zip",    ".tar",     ".tgz",  ".tar.gz",
                                                  ".tar.xz", ".tar.bz2", ".tbz2", ".txz"};
inline constexpr const char* other_archives[] = {".rar", ".7z", ".gz", ".bz2", ".xz", ".zst"};
/// Some with what systems add that hide the endings that they know.
inline constexpr const char* source_endings[] = {".cpp",     ".cc",     ".cxx",     ".c++",
                                                 ".cpp.txt", ".cc.txt", ".cxx.txt", ".c++.txt"};

/// Where a student's record of drills lies in a course.
inline constexpr const char* drill_record_ending = "/drills/drills.json";

/// Whether `name` has one of these endings, in small or capital letters.
inline bool has_ending(std::string name, const auto& endings) {
  for (char& c : name) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return std::any_of(std::begin(endings), std::end(endings),
                     [&](const char* one) { return name.ends_with(one); });
}

}  // namespace grader

namespace grader::archive_limits {

inline constexpr std::size_t packed_mib = 64;
inline constexpr std::size_t unpacked_mib = 256;  ///< of all files, also of those not written
inline constexpr std::size_t written_mib = 32;
inline constexpr std::size_t entries = 10000;  ///< and files with all folders above them
inline constexpr std::size_t ratio = 200;      ///< of unpacked to packed bytes, beyond the next
inline constexpr std::size_t ratio_from_mib = 16;
inline constexpr std::size_t depth = 32;  ///< folders above a file
inline constexpr std::size_t name_length = 255, path_length = 1000;

/// What is opened, for the messages on other kinds.
inline constexpr const char* opened_kinds =
    "of archives, .zip, .tar, .tar.gz, .tgz, .tar.bz2 and .tar.xz are opened";

/// What `unpack` says where the folder has no room, which is not the archive's fault.
inline constexpr const char* no_room = "no room";

inline constexpr unsigned cpu_seconds = 10;
inline constexpr unsigned memory_mib = 512;
inline constexpr unsigned file_mib = 2;

}  // namespace grader::archive_limits
