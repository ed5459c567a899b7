#pragma once
// A class graded by several machines: each grades a part of it into the same output folder, or into
// copies that are laid over each other. Results are kept by what was graded, so the command without
// a part finds them all, grades what is missing, and writes the gradebook.

#include "batch/batch.hpp"

#include <string>
#include <vector>

namespace grader {

/// One of `count` parts of a class, counted from 0.
struct Shard {
  std::size_t index = 0;
  std::size_t count = 1;
};

/// The shard that "3/20" means. Throws InputError.
Shard shard_in(const std::string& text);

/// Which of `count` shards a submission belongs to. Only its id decides, so that it stays there
/// whoever else hands in.
std::size_t shard_of(const std::string& id, std::size_t count);

/// Keeps the submitters that belong to a shard.
void keep_part(const Shard& shard, std::vector<Submitter>& submitters);

}  // namespace grader
