#include "compile/versions.hpp"

#include "compile/compile.hpp"
#include "compile/prepared.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "system/files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

namespace grader {
namespace {

namespace fs = std::filesystem;

/// What the launcher calls in version `number`, before the linker gives it the name it looks for.
std::string call_name(std::size_t number) { return fmt::format("softmark_call_{}", number); }

/// One text with all of them. Each has a namespace of its own instead of softmark, in which it
/// finds what it does not define itself in softmark.
std::string joined(const ProgramSpec& spec, const std::vector<std::string>& texts) {
  std::string all = fmt::format("#include \"{}\"\n#include \"harness/call.hpp\"\n",
                                spec.contract().filename().string());
  for (std::size_t i = 0; i < texts.size(); ++i) {
    all += fmt::format(
        "namespace softmark_{0} {{ using namespace softmark; }}\n"
        "#define softmark softmark_{0}\n#line 1 \"version_{0}\"\n{1}\n"
        "extern \"C\" void {2}(grader::harness::Call& call) {{\n"
        "  grader::harness::invoke(&softmark::{3}, call);\n}}\n"
        "#undef softmark\n",
        i, texts[i], call_name(i), spec.function);
  }
  return all;
}

bool is_built(const BuildResult& result) { return result.state == BuildResult::State::built; }

BuildResult compile(const Workbench& bench, const ProgramSpec& spec, const std::string& text,
                    const fs::path& object) {
  const TemporaryFolder scratch;
  const fs::path source = scratch.path() / "versions.cpp";
  write_temporary(source, text);
  copy_headers(spec.headers, scratch.path());
  return compile_alone(bench.kit, source, object, {"-I" + bench.kit.harness_include}, Optimise::no);
}

}  // namespace

bool can_follow_others(const std::string& text) {
  return std::ranges::none_of(split_lines(text), [](std::string_view line) {
    line = trimmed(line);
    return line.starts_with("#") && !line.starts_with("#include");
  });
}

namespace {

/// What calls the version whose number comes first among the inputs.
std::string numbered_call(std::size_t count) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < count; ++i) names.push_back(call_name(i));
  return fmt::format(
      "extern \"C\" void softmark_call(grader::harness::Call& call) {{\n"
      "  static constexpr decltype(&softmark_call) versions[] = {{{}}};\n"
      "  const double version = call.inputs.next(0).values[0];\n"
      "  if (version < {}) versions[static_cast<unsigned>(version)](call);\n}}\n",
      fmt::join(names, ", "), count);
}

/// The numbers of the versions that a compiler's errors, and the notes to them, speak of.
std::set<std::size_t> versions_with_errors(const std::string& log) {
  constexpr std::string_view name = "version_";
  std::set<std::size_t> found;
  bool error = false;
  for (const std::string& line : split_lines(log)) {
    if (line.find("error: ") != std::string::npos) error = true;
    if (line.find("warning: ") != std::string::npos) error = false;
    const std::size_t at = line.find(name);
    if (!error || at == std::string::npos) continue;
    std::string_view rest = std::string_view(line).substr(at + name.size());
    const std::optional<unsigned> number = take_number(rest);
    if (number && rest.starts_with(':')) found.insert(*number);
  }
  return found;
}

}  // namespace

std::vector<bool> link_numbered(const Workbench& bench, const ProgramSpec& spec,
                                std::vector<std::string> texts, const fs::path& program) {
  std::vector<bool> compiles(texts.size(), true);
  const TemporaryFolder scratch;
  const fs::path object = scratch.path() / "versions.o";
  for (;;) {
    const BuildResult result =
        compile(bench, spec, joined(spec, texts) + numbered_call(texts.size()), object);
    if (is_built(result)) break;
    const std::set<std::size_t> wrong = versions_with_errors(result.log);
    if (wrong.empty() || wrong.contains(0))
      throw GraderFault(fmt::format("{}: versions of it do not compile:\n{}", spec.folder,
                                    result.log.substr(0, 2000)));
    for (const std::size_t version : wrong) {
      texts.at(version) = texts.front();
      compiles.at(version) = false;
    }
  }
  if (!is_built(link_alone(bench.kit, with_references(bench, spec, {object}), program)))
    throw GraderFault(fmt::format("{}: versions of it do not link", spec.folder));
  return compiles;
}

}  // namespace grader
