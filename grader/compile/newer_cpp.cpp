#include "compile/kit.hpp"

#include <algorithm>
#include <charconv>

namespace grader {
namespace {

struct Lack {
  int until;                   ///< the first version of clang that has it
  std::string_view words;      ///< in the log
  std::string_view and_words;  ///< and these
};

constexpr Lack lacks[] = {
    {16, "reference to local binding '", ""},  // structured bindings in a lambda
    {16, "in capture list does not name a variable", ""},
    {16, "no matching function for call to 'construct_at'", ""},  // an aggregate in parentheses
    {16, "no matching constructor for initialization of", "(the implicit default constructor)"},
    {16, "missing 'typename' prior to dependent type name", ""},
    {16, "/bits/iterator_concepts.h:", "ranges"},
    {16, "/ranges:", "std::ranges::"},
    {16, "std::ranges::views::", ""},
    {17, "deduction guide for deduction of template arguments of", ""},  // of an aggregate
    {17, "function is a coroutine due to use of", ""},
};

/// 14 of "Debian clang version 14.0.6"; 0 where there is none.
int major_version(std::string_view version) {
  constexpr std::string_view before = "version ";
  const std::size_t at = version.find(before);
  int number = 0;
  if (at != std::string_view::npos)
    std::from_chars(version.data() + at + before.size(), version.data() + version.size(), number);
  return number;
}

}  // namespace

bool may_lack_a_feature(const Kit& kit, std::string_view log) {
  if (kit.name != "clang") return false;
  const int version = major_version(kit.compiler_version);
  return std::ranges::any_of(lacks, [&](const Lack& lack) {
    return version < lack.until && log.find(lack.words) != log.npos &&
           log.find(lack.and_words) != log.npos;
  });
}

}  // namespace grader
