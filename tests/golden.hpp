#pragma once
// Compares with a file of tests/golden, which tests/approve rewrites.

#include "catch.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>
#include <string>

inline void check_golden_file(const std::string& name, std::string text) {
  // A version passes by; what is told beside it stays.
  text = std::regex_replace(text, std::regex(R"(softmark \d+\.\d+\.\d+)"), "softmark VERSION");
  const std::filesystem::path file = std::filesystem::path(SOFTMARK_SOURCE) / "tests/golden" / name;
  if (std::getenv("SOFTMARK_APPROVE") != nullptr) std::ofstream(file, std::ios::binary) << text;
  std::ostringstream approved;
  approved << std::ifstream(file, std::ios::binary).rdbuf();
  INFO(name << " differs from what is written now; when that is meant: tests/approve");
  CHECK(text == approved.str());
}

/// A page without the style, which feedback.html has.
inline std::string without_style(std::string page) {
  const std::size_t at = page.find("<style>");
  REQUIRE(at != std::string::npos);
  return page.erase(at, page.find("</style>", at) - at);
}
