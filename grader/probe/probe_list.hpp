#pragma once
// What the hostile probe attempts in the place of a student's function, in the order of its result:
// for each attempt, 1 where it went as an attacker would like. Shared by the probe and its reader.

namespace grader::isolation {

inline constexpr const char* run_attempts[] = {
    "open a file",           "open a folder",      "create a file",
    "make a network socket", "make a unix socket", "start a process",
    "run a program",         "signal its parent",  "share memory",
};

/// What must work in every tier, numbered after the attempts: 1 where it did not.
inline constexpr const char* run_needs[] = {"start a thread", "catch an exception",
                                            "draw random numbers", "read the clock"};

}  // namespace grader::isolation
