#pragma once
// Where the report of a run goes: any number of files, each in a format, and standard output.

#include "core/report.hpp"
#include "report/writers.hpp"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace grader {

enum class Format {
  text,
  json,
  html,
  junit,
  markdown,
  github,
  gradescope,
  gitlab,
  classroom50,
  exercism,
  gcc,
};

/// The formats by their names on the command line.
std::vector<std::string> format_names();

struct Output {
  Format format = Format::text;
  std::string file;  ///< empty: standard output
};

/// A value of --format or --output, in the order of the command line.
struct OutputWord {
  bool is_file = false;
  std::string value;
};

/// Each --output belongs to the --format before it; where there is none, to the first, or to text.
/// Throws InputError for two files of one format, two formats that go to standard output, and two
/// that go to one file.
std::vector<Output> outputs_in(const std::vector<OutputWord>& words);

/// Throws InputError where a file to write is a folder, or lies behind a link in `submission`, the
/// folder that is graded; may be empty. What was put there in the place of a file, a link or a
/// pipe, is removed.
void check(const std::vector<Output>& outputs, const std::filesystem::path& submission);

/// Writes the report to each output; where one fails, to the others all the same. Pages show what
/// is `beside`. Throws InputError or TryAgain for the first that could not be written.
void write_outputs(const std::vector<Output>& outputs, const Report& report,
                   const AllBeside& beside = {});

/// Writes a report with `error` in place of results. On standard output only where programs read
/// it: people read the error on standard error. Throws nothing.
void write_error(const std::vector<Output>& outputs, Report report, const std::string& error);

}  // namespace grader
