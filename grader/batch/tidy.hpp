#pragma once
// Removes what earlier batches left in the output folder.

#include "batch/batch.hpp"
#include "batch/store.hpp"

namespace grader {

/// Removes from results/, feedback/, logs/ and sources/ the files of submissions and exercises that
/// are not in `frozen`. Files whose endings a batch never writes stay.
void remove_left_over(const Frozen& frozen, const Store& store);

}  // namespace grader
