#include "grade/never_set.hpp"

#include "compile/program.hpp"
#include "core/error.hpp"
#include "core/place.hpp"
#include "core/text.hpp"

#include <fmt/format.h>

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

/// The word at the start of `text`; empty where there is none.
std::string_view word_at(std::string_view text) {
  const auto end = std::ranges::find_if_not(text, in_name);
  return text.substr(0, static_cast<std::size_t>(end - text.begin()));
}

/// Whether what stands behind the type of a declaration is a name without a value; of several, one.
bool names_without_value(std::string_view text) {
  for (;;) {
    text = trimmed(text);
    const std::string_view name = word_at(text);
    if (name.empty()) return false;
    text = trimmed(text.substr(name.size()));
    while (text.starts_with('[') && text.find(']') != text.npos)
      text = trimmed(text.substr(text.find(']') + 1));
    if (text.starts_with(';')) return true;
    if (!text.starts_with(',')) return false;
    text.remove_prefix(1);
  }
}

}  // namespace

bool declares_without_value(std::string_view text) {
  constexpr std::string_view types[] = {"int",  "double", "float",  "bool",    "char",
                                        "long", "short",  "size_t", "unsigned"};
  constexpr std::size_t longest = 400;  // so that no text is read to its end at each of its words
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view word = word_at(text.substr(at));
    at += std::max<std::size_t>(word.size(), 1);
    if (std::ranges::find(types, word) != std::end(types) &&
        names_without_value(text.substr(at, longest)))
      return true;
  }
  return false;
}

std::optional<Cause> never_set(const Grader& grader, const Exercise& exercise,
                               const std::string& text) {
  std::optional<Kit> kit = with_clang(grader.bench.kit);
  if (!kit) return std::nullopt;
  for (const char* word : {"--analyze", "--analyzer-output", "text", "-Wuninitialized",
                           "-Wsometimes-uninitialized", "-Wconditional-uninitialized"})
    kit->flags.emplace_back(word);
  kit->parts = std::make_shared<const Kit>(grader.bench.kit);
  // It writes no object, so that the link after it fails; what it says is in the log.
  Workbench bench = grader.bench;
  bench.kit = *kit;
  const Program program = ProgramBuild(bench, exercise, text).finish();
  const std::string source = exercise.name + ".cpp";
  const std::size_t lines = split_lines(text).size();
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
