#include "compile/program.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "core/tokens.hpp"
#include "grade/second_look.hpp"

#include <algorithm>
#include <iterator>

namespace grader {
namespace {

/// `kit`, or the one for clang beside it.
std::optional<Kit> with_clang(const Kit& kit) {
  if (kit.name == "clang") return kit;
  try {
    return load_kit(kit.folder.parent_path(), "clang");
  } catch (const GraderFault&) {
    return std::nullopt;
  }
}

bool speaks_of_unset(std::string_view line) {
  const bool is_finding = line.find(": warning: ") != std::string_view::npos;
  const auto says = [&](const char* words) { return line.find(words) != std::string_view::npos; };
  return is_finding && (says("garbage value") || says("an uninitialized value") ||
                        says("is uninitialized when used") || says("is used uninitialized"));
}

/// The place that a compiler's line names, where it is in `source` of `lines` lines.
std::optional<Place> place_in(std::string_view line, std::string_view source, std::size_t lines) {
  const auto found = placed(line, source);
  const bool there = found && found->first.line >= 1 && found->first.line <= lines;
  return there ? std::optional(found->first) : std::nullopt;
}

/// Where `source` uses an unset value: where a warning or its note on the use says so; else where
/// the way to one in a header passes last.
std::optional<Place> place_of_use(const std::vector<std::string>& log, std::string_view source,
                                  std::size_t lines) {
  std::optional<Place> direct, on_the_way;
  bool speaks = false, in_header = false;
  for (const std::string& line : log) {
    const auto here = place_in(line, source, lines);
    if (line.find(": warning: ") != std::string::npos) {
      if (direct) break;
      in_header = !here && !on_the_way;
      speaks = speaks_of_unset(line);
      if (speaks) direct = here;
    } else if (speaks && here && in_header) {
      on_the_way = here;
    } else if (speaks && here && line.find("note: uninitialized use occurs here") != line.npos) {
      direct = here;
    }
  }
  return direct ? direct : on_the_way;
}

}  // namespace

bool declares_without_value(std::string_view text) {
  constexpr std::string_view types[] = {"int",  "double", "float",  "bool",    "char",
                                        "long", "short",  "size_t", "unsigned"};
  enum { elsewhere, before_name, behind_name, in_bounds } at = elsewhere;
  for (const Token& token : tokens_of(text)) {
    const bool is_type = std::ranges::find(types, token.text) != std::end(types);
    if (at == in_bounds)
      at = token.is("]") ? behind_name : in_bounds;
    else if (at == behind_name && token.is(";"))
      return true;
    else if (at == behind_name && token.is("["))
      at = in_bounds;
    else if (is_type || (at == behind_name && token.is(",")))
      at = before_name;
    else
      at = at == before_name && token.kind == Token::Kind::word ? behind_name : elsewhere;
  }
  return false;
}

std::optional<Cause> never_set(const Built& built) {
  const Workbench& usual = built.grader.bench;
  std::optional<Kit> kit = with_clang(usual.kit);
  if (!kit) return std::nullopt;
  for (const char* word : {"--analyze", "--analyzer-output", "text", "-Wuninitialized",
                           "-Wsometimes-uninitialized", "-Wconditional-uninitialized"})
    kit->flags.emplace_back(word);
  kit->parts = std::make_shared<const Kit>(usual.kit);
  // It writes no object, so that the link after it fails; what it says is in the log.
  Workbench bench = usual;
  bench.kit = *kit;
  const Program program = ProgramBuild(bench, built.exercise, built.text).finish();
  const std::string source = built.exercise.name + ".cpp";
  const std::size_t lines = split_lines(built.text).size();
  const auto place = place_of_use(split_lines(program.log), source, lines);
  return place ? std::optional(Cause{"it uses a value here that was never set", place})
               : std::nullopt;
}

std::optional<Kit> zeroing_kit(const Kit& kit) {
  std::optional<Kit> clang = with_clang(kit);
  if (!clang) return std::nullopt;
  clang->parts = std::make_shared<const Kit>(kit);
  // The header was made with other settings, which change nothing in it.
  for (const char* word : {"-ftrivial-auto-var-init=zero", "-Xclang", "-fno-validate-pch"})
    clang->flags.emplace_back(word);
  const std::size_t version = clang->platform.find("clang 1");
  const bool asks =
      version != std::string::npos && clang->platform.compare(version + 7, 1, "6") < 0;
  if (asks) {  // before clang 16
    clang->flags.emplace_back(
        "-enable-trivial-auto-var-init-zero-knowing-it-will-be-removed-from-clang");
  }
  return clang;
}

}  // namespace grader
