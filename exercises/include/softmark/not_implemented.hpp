#pragma once
// What a stub throws where a TODO is still open.

#include <stdexcept>

namespace softmark {

/// Thrown by `throw NotImplemented("TODO 1")`: the grader then says which TODO is open instead of
/// reporting a mistake.
struct NotImplemented : std::logic_error {
  using std::logic_error::logic_error;
};

}  // namespace softmark
