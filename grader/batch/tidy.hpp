#pragma once
// Removes what earlier batches left in the output folder.

#include "batch/batch.hpp"
#include "batch/store.hpp"

namespace grader {

/// The submissions whose results an earlier batch has left, by the names of their files.
struct Earlier {
  std::size_t count = 0;
  std::vector<std::string> gone;  ///< those that are not among the submitters of now
};
Earlier earlier_in(const std::filesystem::path& out, const std::vector<const Submitter*>& now);

/// Removes from results/, feedback/, logs/ and sources/ the files of submissions and exercises that
/// are not in `frozen`. Files whose endings a batch never writes stay.
void remove_left_over(const Frozen& frozen, const Store& store);

}  // namespace grader
