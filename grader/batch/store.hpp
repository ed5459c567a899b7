#pragma once
// The output folder of a batch. Each file in it is whole, whenever the batch is ended.

#include "core/report.hpp"
#include "system/files.hpp"
#include "system/process.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>

namespace grader {

/// A graded file, as it is kept.
struct StoredResult {
  ExerciseResult result;
  std::string log;  ///< of the compiler, where it did not build
};

/// The seed of the fresh cases of the batch in `folder`, where there has been one.
std::optional<std::uint64_t> seed_of_batch(const std::filesystem::path& folder);

/// How many batches may work in a folder: one, which locks it, or several at once, which write the
/// same bytes: the shards of a class.
enum class Workers { one, several };

class Store {
 public:
  /// Makes `folder` where it is missing, and locks it for one worker. Throws InputError where
  /// another batch works there, or where it holds something else. Results are found again under the
  /// same `fingerprint` only, which stands for all that they depend on besides the graded file.
  Store(std::filesystem::path folder, const std::string& fingerprint,
        Workers workers = Workers::one);

  const std::filesystem::path& folder() const { return folder_; }
  /// Whether a batch was here before, of which no result is kept under this fingerprint.
  bool grades_anew() const { return grades_anew_; }

  /// Keeps the seed of fresh cases, for the batch to go on with.
  void remember_seed(std::uint64_t seed) const;

  /// A submitted text, by its SHA-256, for as long as the batch is not finished.
  void keep_text(const Digest256& digest, std::string_view text);
  std::string text(const Digest256& digest) const;

  /// The result for a text in an exercise (its folder's name).
  void keep(const std::string& exercise, const Digest256& digest, const StoredResult& kept);
  std::optional<StoredResult> find(const std::string& exercise, const Digest256& digest) const;
  void forget(const std::string& exercise, const Digest256& digest) const;

  /// Writes `text` to a file below the folder, whole or not at all, unless it has that text
  /// already. Throws TryAgain where there is no room.
  void write(const std::filesystem::path& file, std::string_view text) const;
  /// The same piece by piece, for what is too long for one text.
  void write(const std::filesystem::path& file,
             const std::function<void(std::ostream&)>& fill) const;
  /// Removes a file below the folder that an earlier run may have left.
  void remove(const std::filesystem::path& file) const;
  /// Adds a line to a file below the folder.
  void append(const std::filesystem::path& file, const std::string& line) const;

 private:
  std::filesystem::path kept_file(const std::string& exercise, const Digest256& digest) const;

  std::filesystem::path folder_;
  std::string fingerprint_;
  bool grades_anew_ = false;
  Descriptor lock_;
};

}  // namespace grader
