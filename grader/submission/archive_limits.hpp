#pragma once
// What an archive that somebody hands in may hold, what unpacking it may take, and the endings of
// files by which archives and source text are known.

#include "core/text.hpp"

#include <algorithm>
#include <iterator>

namespace grader {

inline constexpr const char* opened_archives[] = {".zip",    ".tar",     ".tgz",  ".tar.gz",
                                                  ".tar.xz", ".tar.bz2", ".tbz2", ".txz"};
inline constexpr const char* other_archives[] = {".rar", ".7z", ".gz", ".bz2", ".xz", ".zst"};

/// Whether `name` has one of these endings, in small or capital letters.
inline bool has_ending(const std::string& name, const auto& endings) {
  return std::any_of(std::begin(endings), std::end(endings),
                     [&](const char* one) { return lower_case(name).ends_with(one); });
}

/// Cuts the ending of source text off a name in small letters, with what systems add to it that
/// hide the endings that they know or keep several copies: "a.cpp.txt", "a.cpp.cpp", "a.cpp (1)",
/// "a.cpp ". False where there is none.
inline bool cut_source_ending(std::string& name) {
  constexpr std::string_view endings[] = {".cpp", ".cc", ".cxx", ".c++", ".txt"};
  bool found = false;
  for (;;) {
    const std::size_t bracket = name.ends_with(')') ? name.rfind('(') : 0;
    const bool numbered = bracket > 1 && bracket + 2 < name.size() &&
                          name.find_first_not_of("0123456789", bracket + 1) == name.size() - 1;
    const auto ending =
        std::ranges::find_if(endings, [&](std::string_view one) { return name.ends_with(one); });
    if (numbered || name.ends_with(' ')) {
      name.resize(numbered ? bracket : name.size() - 1);
    } else if (ending != std::end(endings)) {
      name.resize(name.size() - ending->size());
      found = found || *ending != ".txt";
    } else {
      return found;
    }
  }
}

inline bool is_source_name(const std::string& name) {
  std::string small = lower_case(name);
  return cut_source_ending(small);
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
