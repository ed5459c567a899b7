#pragma once
// The runner of a CI reads its log and obeys commands in it. This is the one rule that keeps
// untrusted text from being such a command. Runners obey, at the start of a line: "::name::"
// (GitHub), "--- ", "+++ ", "~~~ " and "^^^ " (Buildkite); anywhere: "##[name]" (GitHub, Azure),
// "##vso[" (Azure), "##teamcity[", "section_start:1:" (GitLab) and "travis_fold:". Carriage returns
// and escape sequences are printable()'s work.

#include <string>
#include <string_view>

namespace grader {

/// For people: a backslash breaks each order. Other text stays as it is.
std::string without_orders(std::string_view text);

/// A JSON text that says the same: the characters that make an order, wherever they stand, are
/// written as \u0023 and the like.
std::string json_without_orders(std::string_view json);

/// The content of an element of XML or HTML that says the same, likewise with &#35; and the like.
std::string markup_without_orders(std::string_view markup);

}  // namespace grader
