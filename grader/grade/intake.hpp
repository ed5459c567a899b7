#pragma once
// Takes in a submitted file without trusting it: neither its kind, nor its size, nor its links.

#include "core/exercise.hpp"
#include "core/report.hpp"
#include "system/process.hpp"

#include <filesystem>
#include <optional>
#include <string>

namespace grader {

inline constexpr std::size_t submission_limit = std::size_t{1} << 20;  ///< bytes of one file

struct Intake {
  std::filesystem::path file;      ///< where the file is, or was looked for
  std::optional<Verdict> problem;  ///< missing_file, rejected, or internal_error: we cannot read it
  std::string reason;              ///< for a problem, in a line
  std::string text;
};

/// A file of somebody else's that is open for reading, or why it is not.
struct Opened {
  Descriptor file;
  std::optional<Verdict> problem;  ///< missing_file, rejected, or internal_error: we cannot read it
  std::string reason;              ///< for a problem, in a line
};

/// Opens a regular file, as `take_in` does.
Opened open_untrusted(const std::filesystem::path& file, const std::filesystem::path& trusted);

/// Reads a regular file of at most `submission_limit` bytes; takes no symbolic or hard link below
/// the folder `trusted`. Without that, the file's own folder is trusted and hard links are taken.
Intake take_in(const std::filesystem::path& file, const std::filesystem::path& trusted = {});

/// Whether `text` is the stub as it was handed out, whatever ends its lines, with or without a byte
/// order mark.
bool is_original_stub(const Exercise& exercise, const std::string& text);

}  // namespace grader
