#include "cli/outputs.hpp"

#include "cli/commands.hpp"
#include "cli/invocation.hpp"
#include "core/moment.hpp"
#include "core/text.hpp"
#include "report/writers.hpp"
#include "system/files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <exception>
#include <fstream>
#include <map>
#include <utility>

namespace grader {
namespace {

/// What Classroom 50's runner says in the environment, with the time of the commit; the current
/// time where that is not known.
Handin handin(const Report& report) {
  return {.classroom = environment("CLASSROOM"),
          .assignment = environment("ASSIGNMENT"),
          .submission = environment("SUBMISSION_TAG"),
          .commit = environment("COMMIT_URL"),
          .release = environment("RELEASE_URL"),
          .review = environment("REVIEW_URL"),
          .datetime = moment_text(report.committed.value_or(std::time(nullptr)))};
}

struct KnownFormat {
  std::string_view name;
  std::string (*text)(const Report&);
};

constexpr KnownFormat formats[] = {
    {"text", [](const Report& report) { return text_report(report, Colour::no); }},
    {"json", json_report},
    {"html", [](const Report& report) { return html_report(report); }},
    {"junit", junit_report},
    {"markdown", markdown_report},
    {"github", github_report},
    {"gradescope", gradescope_report},
    {"gitlab", gitlab_report},
    {"classroom50",
     [](const Report& report) { return classroom50_report(report, handin(report)); }},
    {"exercism", exercism_report},
    {"gcc", gcc_report},
};

const KnownFormat& known(std::string_view format) {
  const auto found = std::ranges::find(formats, format, &KnownFormat::name);
  if (found != std::end(formats)) return *found;
  throw InputError(fmt::format("unknown format \"{}\"", printable_name(format)));
}

/// Throws InputError where two outputs go to the same place.
void check_apart(const std::vector<Output>& outputs) {
  std::map<std::filesystem::path, const Output*> places;
  for (const Output& output : outputs) {
    const std::filesystem::path file = output.file;
    const auto place = file.empty() ? file : std::filesystem::absolute(file).lexically_normal();
    const auto [there, is_new] = places.emplace(place, &output);
    const Output& first = *there->second;
    if (!is_new && file.empty()) {
      throw InputError(
          fmt::format("--format {} and --format {} both go to standard output: at most one can",
                      first.format, output.format),
          "put --output FILE behind the other");
    }
    if (!is_new) {
      throw InputError(fmt::format("two reports go to one file, {}", printable_name(first.file)),
                       "name another file behind one of the two --output");
    }
  }
}

/// The format of a file for which none is given: what its name ends in, where that is unmistakable.
std::string format_of(const std::string& file) {
  const std::string ending = lower_case(std::filesystem::path(file).extension().string());
  if (ending == ".json") return "json";
  if (ending == ".html" || ending == ".htm") return "html";
  if (ending == ".md") return "markdown";
  if (ending == ".xml") return "junit";
  return "text";
}

/// Adds the report to the summary of the step in GitHub Actions, where there is such a step.
/// Without it the report is only less convenient, so a failure is told and no more.
void write_step_summary(const Report& report) {
  const std::string file = environment("GITHUB_STEP_SUMMARY");
  if (file.empty()) return;
  constexpr std::size_t most_bytes = 1000 * 1000;  // of 1 MiB that GitHub takes for a step
  std::ofstream stream(file, std::ios::app | std::ios::binary);
  stream << shortened_to(markdown_report(report), most_bytes) << std::flush;
  if (!stream) tell(fmt::format("grade: the step summary cannot be written: {}\n", file));
}

std::string report_text(const Output& output, const Report& report, const AllBeside& beside) {
  if (output.format == "html") return html_report(report, beside);
  if (output.format != "text" || !output.file.empty()) return known(output.format).text(report);
  const std::size_t columns = terminal_columns();
  std::string text = text_report(report, wants_colour() ? Colour::yes : Colour::no,
                                 columns == 0 ? 80 : std::clamp<std::size_t>(columns, 40, 80));
  for (const ExerciseResult& one : report.exercises) text = with_links(text, one);
  return text;
}

void clear_place(const std::string& file, const std::filesystem::path& submission) {
  namespace fs = std::filesystem;
  if (submission.empty()) return;
  const fs::path whole = fs::absolute(file).lexically_normal();
  std::error_code error;
  fs::path at;
  bool handed_in = false;
  for (const fs::path& part : whole) {
    at /= part;
    const fs::file_type type = fs::symlink_status(at, error).type();
    const bool plain = type == fs::file_type::regular || type == fs::file_type::directory ||
                       type == fs::file_type::not_found;
    if (handed_in && !plain && at != whole) {
      throw InputError(fmt::format("{}: expected a folder, found a link that was handed in",
                                   printable_name(at.string())),
                       "name a file elsewhere behind --output");
    }
    if (handed_in && !plain) fs::remove(at);
    handed_in = handed_in || fs::equivalent(at, submission, error);
  }
}

}  // namespace

std::vector<std::string> format_names() {
  std::vector<std::string> names;
  for (const KnownFormat& one : formats) names.emplace_back(one.name);
  return names;
}

std::vector<Output> outputs_in(const std::vector<OutputWord>& words) {
  std::vector<Output> outputs;
  std::string early;  // a file before any format
  for (const OutputWord& word : words) {
    if (!word.is_file) {
      outputs.push_back({std::string(known(word.value).name), std::exchange(early, {})});
      continue;
    }
    std::string& file = outputs.empty() ? early : outputs.back().file;
    if (!file.empty()) {
      throw InputError(fmt::format("--output {} and --output {} belong to one report",
                                   printable_name(file), printable_name(word.value)),
                       "put a --format before each --output");
    }
    file = word.value;
  }
  if (outputs.empty()) outputs.push_back({format_of(early), early});
  check_apart(outputs);
  return outputs;
}

void check(const std::vector<Output>& outputs, const std::filesystem::path& submission) {
  for (const Output& output : outputs) {
    if (output.file.empty()) continue;
    clear_place(output.file, submission);
    if (std::filesystem::is_directory(output.file))
      throw InputError(fmt::format("{}: expected a file to write, found a folder", output.file));
  }
}

void write_to(const std::string& file, const std::string& text) {
  file.empty() ? write_out(text) : write_file(file, text);
}

void write_outputs(const std::vector<Output>& outputs, const Report& report,
                   const AllBeside& beside) {
  std::exception_ptr failure;
  for (const Output& output : outputs) {
    try {
      if (output.format == "github") write_step_summary(report);
      write_to(output.file, report_text(output, report, beside));
    } catch (const Error&) {
      if (!failure) failure = std::current_exception();
    }
  }
  if (failure) std::rethrow_exception(failure);
}

void write_error(const std::vector<Output>& outputs, Report report, const std::string& error) {
  report.error = error;
  std::vector<Output> told = outputs;
  std::erase_if(told, [](const Output& one) { return one.file.empty() && one.format == "text"; });
  try {
    write_outputs(told, report);
  } catch (const std::exception& second) {
    tell(fmt::format("grade: error: {}\n", second.what()));
  }
}

}  // namespace grader
