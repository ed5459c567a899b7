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
