#pragma once
// Takes in a submitted file without trusting it: neither its kind, nor its size, nor its links.

#include "core/exercise.hpp"
#include "core/verdict.hpp"

#include <filesystem>
#include <optional>
#include <string>

namespace grader {

inline constexpr std::size_t submission_limit = std::size_t{1} << 20;  ///< bytes of one file

struct Intake {
  std::filesystem::path file;      ///< where the file is, or was looked for
  std::optional<Verdict> problem;  ///< missing_file or rejected
  std::string reason;              ///< for a problem, in a line
  std::string text;
};

/// Reads a regular file of at most `submission_limit` bytes. Follows no symbolic link below
/// `trusted`, a folder above the file, takes no hard link there, and opens nothing that could
/// block. Without `trusted`, the file's own folder is trusted and hard links are taken.
Intake take_in(const std::filesystem::path& file, const std::filesystem::path& trusted = {});

/// The exercise's file in a submission: flat, in the exercise's folder, or in exercises/. A path
/// that does not exist when there is none.
std::filesystem::path submitted_file(const std::filesystem::path& submission,
                                     const Exercise& exercise);

/// Whether `text` is the stub as it was handed out.
bool is_original_stub(const Exercise& exercise, const std::string& text);

}  // namespace grader
