#include "batch/batch.hpp"

#include "core/error.hpp"
#include "core/text.hpp"
#include "report/writers.hpp"

#include <fmt/format.h>

#include <fcntl.h>
#include <sys/file.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <mutex>

namespace grader {
namespace {

namespace fs = std::filesystem;

constexpr const char* cache = ".softmark-batch";

/// The file named by a digest. A class may have millions, so they are spread over folders.
fs::path spread(const fs::path& folder, const std::string& digits) {
  return folder / digits.substr(0, 2) / digits;
}

fs::path text_file(const Digest256& digest) {
  return spread(fs::path(cache) / "texts", hex(digest));
}

/// Whether a folder is empty, or was made by a batch; also where another shard makes it meanwhile.
bool is_ours(const fs::path& folder) {
  if (!fs::exists(folder) || fs::exists(folder / cache)) return true;
  const fs::directory_iterator entries(folder);
  return std::all_of(begin(entries), end(entries),
                     [](const auto& entry) { return entry.path().filename() == cache; });
}

/// Removes files that a killed batch left unfinished.
void remove_unfinished(const fs::path& folder) {
  std::error_code error, ignored;
  for (auto entry = fs::recursive_directory_iterator(folder, error);
       entry != fs::recursive_directory_iterator(); entry.increment(error)) {
    if (entry->path().extension() == ".tmp") fs::remove(entry->path(), ignored);
  }
}

/// Runs `work`. Throws TryAgain where it cannot write a file, since the user can free space.
template <class Work>
void writing(const Work& work) {
  try {
    work();
  } catch (const std::runtime_error& error) {  // an InputError, or the library's
    throw TryAgain(error.what(), "free some space there and repeat the command: it goes on");
  }
}

Descriptor batch_lock(const fs::path& file) {
  Descriptor lock(::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
  if (!lock.open())
    throw InputError(fmt::format("{}: cannot be written: {}", file.string(), std::strerror(errno)),
                     "name a folder that you can write to with --out");
  // Some shared file systems have no locks.
  if (flock(lock.get(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    throw InputError(fmt::format("{}: another batch is writing there",
                                 file.parent_path().parent_path().string()),
                     "wait for it, or name another folder with --out");
  }
  return lock;
}

}  // namespace

std::optional<std::uint64_t> seed_of_batch(const fs::path& folder) {
  std::ifstream file(folder / cache / "seed");
  std::uint64_t seed = 0;
  return file >> seed ? std::optional(seed) : std::nullopt;
}

Store::Store(fs::path folder, const std::string& fingerprint, Workers workers)
    : folder_(std::move(folder)), fingerprint_(fingerprint) {
  if (fs::exists(folder_) && !fs::is_directory(folder_))
    throw InputError(fmt::format("{}: expected a folder, found a file", folder_.string()));
  if (!is_ours(folder_)) {
    throw InputError(
        fmt::format("{}: it holds other files, which a batch could overwrite", folder_.string()),
        "name a new folder with --out");
  }
  const bool goes_on = fs::exists(folder_ / cache);
  std::error_code error;
  fs::create_directories(folder_ / cache / "texts", error);
  grades_anew_ = fs::create_directories(folder_ / cache / fingerprint_, error) && goes_on;
  if (error) {
    throw InputError(fmt::format("{}: cannot be made: {}", folder_.string(), error.message()),
                     "name a folder that you can write to with --out");
  }
  if (workers == Workers::several) return;  // others may be writing what is unfinished
  lock_ = batch_lock(folder_ / cache / "lock");
  remove_unfinished(folder_);
}

void Store::write(const fs::path& file, std::string_view text) const {
  const fs::path target = folder_ / file;
  std::error_code ignored;
  if (fs::file_size(target, ignored) == text.size() && !ignored && read_file(target) == text)
    return;
  writing([&] {
    fs::create_directories(target.parent_path());
    write_file(target, text);
  });
}

void Store::write(const fs::path& file, const std::function<void(std::ostream&)>& fill) const {
  writing([&] {
    fs::create_directories((folder_ / file).parent_path());
    write_file(folder_ / file, fill);
  });
}

void Store::remove(const fs::path& file) const {
  std::error_code ignored;
  fs::remove(folder_ / file, ignored);
}

void Store::append(const fs::path& file, const std::string& line) const {
  static std::mutex mutex;
  const std::lock_guard guard(mutex);
  std::ofstream stream(folder_ / file, std::ios::app | std::ios::binary);
  stream << line << '\n' << std::flush;  // a log of times: a full disk is told by the next result
}

void Store::keep_text(const Digest256& digest, std::string_view text) {
  write(text_file(digest), text);
}

std::string Store::text(const Digest256& digest) const {
  return read_file(folder_ / text_file(digest));
}

void Store::remember_seed(std::uint64_t seed) const {
  write(fs::path(cache) / "seed", fmt::format("{}\n", seed));
}

void Store::forget(const std::string& exercise, const Digest256& digest) const {
  remove(kept_file(exercise, digest).string() + ".json");
}

fs::path Store::kept_file(const std::string& exercise, const Digest256& digest) const {
  return spread(fs::path(cache) / fingerprint_ / exercise, hex(digest));
}

void Store::keep(const std::string& exercise, const Digest256& digest, const StoredResult& kept) {
  const fs::path file = kept_file(exercise, digest);
  // The log comes first: where there is a result, there is all of it.
  if (!kept.log.empty()) write(file.string() + ".log", kept.log);
  write(file.string() + ".json", json_exercise(kept.result));
}

std::optional<StoredResult> Store::find(const std::string& exercise,
                                        const Digest256& digest) const {
  const std::string file = (folder_ / kept_file(exercise, digest)).string();
  if (!fs::exists(file + ".json")) return std::nullopt;
  std::optional<ExerciseResult> result = exercise_in(read_file(file + ".json"));
  if (!result) return std::nullopt;
  return StoredResult{std::move(*result),
                      fs::exists(file + ".log") ? read_file(file + ".log") : ""};
}

}  // namespace grader
