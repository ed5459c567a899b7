#pragma once
// Catch2, version 2 or 3.

#if __has_include(<catch2/catch_test_macros.hpp>)
#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers.hpp>  // CHECK_THROWS_WITH
using Catch::Approx;
#else
#include <catch2/catch.hpp>
#endif

#include <iostream>
#include <string>

/// Says that what the running test needs is not there, or a part of it: tests/run counts these
/// lines.
inline void tell_skipped(const std::string& why) {
  std::cout << "SKIPPED: " << Catch::getResultCapture().getCurrentTestName() << ": " << why
            << std::endl;
}

inline bool contains(const std::string& text, const std::string& piece) {
  return text.find(piece) != std::string::npos;
}

inline std::size_t count_of(const std::string& text, const std::string& piece) {
  std::size_t count = 0;
  for (std::size_t at = text.find(piece); at != std::string::npos;
       at = text.find(piece, at + piece.size()))
    ++count;
  return count;
}

/// A terminal's text without its orders.
inline std::string without_escapes(std::string text) {
  for (std::size_t start = text.find('\x1b'); start != std::string::npos;
       start = text.find('\x1b'))
    text.erase(start, text.find('m', start) - start + 1);
  return text;
}
