
#include "student/commands.hpp"
#include "core/text.hpp"
#include "system/files.hpp"
#include "system/process.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <exception>
#include <regex>

namespace grader {
namespace {

namespace fs = std::filesystem;

fs::path integrations() {
  const std::string root = environment("SOFTMARK_ROOT");
  return fs::absolute(root.empty() ? "." : root) / "integrations";
}

constexpr std::string_view own_formats[] = {"text", "json", "html", "markdown", "gcc"};

/// What the name of a file ends in, where that is unmistakable.
std::string format_of(const std::string& file) {
  const std::string ending = lower_case(fs::path(file).extension().string());
  if (ending == ".json") return "json";
  if (ending == ".html" || ending == ".htm") return "html";
  return ending == ".md" ? "markdown" : "text";
}

void make_harmless(nlohmann::json& value) {
  if (value.is_string()) value = harmless(value.get<std::string>());
  if (!value.is_structured()) return;
  for (nlohmann::json& part : value) make_harmless(part);
}

/// A file without a name, which needs no room on a disk.
Descriptor file_in_memory(std::string_view text) {
  Descriptor file(memfd_create("report", MFD_CLOEXEC));
  if (!file.open()) throw TryAgain("there is no memory for a report");
  write_all(file.get(), text);
  lseek(file.get(), 0, SEEK_SET);
  return file;
}

std::string content_of(const Descriptor& file) {
  std::string text(static_cast<std::size_t>(lseek(file.get(), 0, SEEK_END)), '\0');
  const ssize_t size = pread(file.get(), text.data(), text.size(), 0);
  text.resize(size < 0 ? 0 : static_cast<std::size_t>(size));
  return text;
}

std::string report_text(const Output& output, const Report& report, const AllPageExtras& beside) {
  if (output.format == "json") return json_report(report);
  if (output.format == "html") return html_report(report, beside);
  if (output.format == "markdown") return markdown_report(report);
  if (output.format == "gcc") return gcc_report(report);
  if (output.format != "text") return written_by(integrations() / (output.format + ".jq"), report);
  if (!output.file.empty()) return text_report(report, Colour::no);
  const std::size_t columns = terminal_columns();
  return text_report(report, wants_colour() ? Colour::yes : Colour::no,
                     columns == 0 ? 80 : std::clamp<std::size_t>(columns, 40, 80));
}

void remove_planted_output_links(const std::string& file, const fs::path& submission) {
  const fs::path whole = fs::absolute(file).lexically_normal();
  fs::path at;
  bool handed_in = false;
  for (const fs::path& part : whole) {
    at /= part;
    std::error_code error;
    const fs::file_type type = fs::symlink_status(at, error).type();
    if (handed_in && type != fs::file_type::regular && type != fs::file_type::directory &&
        type != fs::file_type::not_found) {
      if (at != whole) {
        throw InputError(fmt::format("{}: expected a folder, found a link that was handed in",
                                     printable_name(at.string())),
                         "name a file elsewhere behind --output");
      }
      fs::remove(at);
    }
    handed_in = handed_in || fs::equivalent(at, submission, error);
  }
}

}  // namespace

std::vector<std::string> format_names() {
  std::vector<std::string> names(std::begin(own_formats), std::end(own_formats));
  const auto platforms = static_cast<std::ptrdiff_t>(names.size());
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(integrations(), none))
    if (entry.path().extension() == ".jq") names.push_back(entry.path().stem().string());
  std::sort(names.begin() + platforms, names.end());
  return names;
}

std::vector<Output> outputs_of(const std::vector<std::string>& formats,
                               const std::vector<std::string>& files) {
  if (formats.empty() && files.size() == 1) return {{format_of(files[0]), files[0]}};
  if (formats.empty() && files.empty()) return {{}};
  if (files.size() > formats.size()) {
    throw InputError(
        fmt::format("there is no --format for --output {}", printable_name(files[formats.size()])),
        "the first --output belongs to the first --format, and so on");
  }
  std::vector<Output> outputs;
  for (std::size_t i = 0; i < formats.size(); ++i)
    outputs.push_back({formats[i], i < files.size() ? files[i] : ""});
  return outputs;
}

void check(const std::vector<Output>& outputs, const fs::path& submission) {
  for (const Output& output : outputs) {
    report_text(output, {}, {});  // before minutes of work: whether it can be written at all
    if (output.file.empty()) continue;
    if (!submission.empty()) remove_planted_output_links(output.file, submission);
    if (fs::is_directory(output.file))
      throw InputError(fmt::format("{}: expected a file to write, found a folder", output.file));
  }
}

std::string written_by(const fs::path& program, const Report& report) {
  auto data = nlohmann::json::parse(json_report(report));
  make_harmless(data);
  Command command{{"/usr/bin/timeout", "-s", "KILL", "20", "/usr/bin/env", "HOME=/nonexistent"}};
  static const std::regex variable("\\benv\\.([A-Z_]+)");
  const std::string text = read_file(program);
  for (std::sregex_iterator named(text.begin(), text.end(), variable), end; named != end; ++named) {
    const std::string name = (*named)[1], value = environment(name.c_str());
    if (!value.empty()) command.arguments.push_back(name + "=" + harmless(value));
  }
  for (const std::string& word :
       {std::string("jq"), std::string("-r"), std::string("-L"),
        (program.parent_path() / "shared").string(), std::string("-f"), program.string()})
    command.arguments.push_back(word);
  const Descriptor input = file_in_memory(data.dump()), output = file_in_memory("");
  command.input = input.get();
  command.output = output.get();
  const int status = Process(command).wait().wait_status;
  const std::string written = content_of(output);
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return written;
  if (WIFEXITED(status) && WEXITSTATUS(status) == 127)
    throw GraderFault("platforms' formats need jq, which is not installed", "apt-get install jq");
  const std::size_t from = std::min(written.find("jq: "), written.size());
  const std::string reason = WIFSIGNALED(status) ? "it took more than 20 seconds"
                                                 : one_line(printable(written.substr(from, 300)));
  throw GraderFault(fmt::format("{}: {}", printable_name(program.string()), reason),
                    "mend that file, or take another --format");
}

void write_outputs(const std::vector<Output>& outputs, const Report& report,
                   const AllPageExtras& beside) {
  std::exception_ptr failure;
  for (const Output& output : outputs) {
    try {
      const std::string text = report_text(output, report, beside);
      output.file.empty() ? write_out(text) : write_file(output.file, text);
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
