#pragma once

#include "core/error.hpp"

#include <string>

/// What an InputError of `work` says; "nothing was thrown" where there is none.
template <class Work>
std::string message_of(const Work& work) {
  try {
    work();
  } catch (const grader::InputError& error) {
    return error.what();
  }
  return "nothing was thrown";
}
