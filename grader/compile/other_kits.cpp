#include "compile/kit.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "system/files.hpp"
#include "system/parallel.hpp"
#include "system/process.hpp"

#include <fmt/format.h>

#include <fcntl.h>
#include <sys/file.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <iterator>
#include <mutex>
#include <set>
#include <thread>

namespace grader {
namespace {

namespace fs = std::filesystem;

/// Whether the kit in `folder` is whole, and has become so after `kit`.
bool is_current(const Kit& kit, const fs::path& folder) {
  std::error_code missing;
  const auto built = fs::last_write_time(folder / "built", missing);
  return !missing && built >= fs::last_write_time(kit.folder / "built", missing);
}

/// Holds the build folder as ./grade does while it builds there.
Descriptor lock_build(const fs::path& folder) {
  Descriptor lock(open((folder / ".lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644));
  while (lock.open() && flock(lock.get(), LOCK_EX | LOCK_NB) != 0) {
    check_interrupted();
    std::this_thread::sleep_for(std::chrono::milliseconds(interrupt_turn));
  }
  return lock;
}

/// Makes a target, behind lock_build; whether that went well.
bool made(const Kit& kit, const std::string& target) {
  constexpr unsigned patience = 600;  // seconds, on a busy machine
  CapturedProcess process({.arguments = {kit.cmake, "--build", kit.build_folder().string(),
                                         "--parallel", "--target", target}});
  return process.finish(scaled_timeout(patience)).exit_code == 0;
}

/// Whether the kit in `folder`, for `what`, is there and current, after building where it was not.
bool built(const Kit& kit, const fs::path& folder, const char* what, const Tell& tell) {
  if (is_current(kit, folder)) return true;
  const Descriptor lock = lock_build(kit.build_folder());
  if (is_current(kit, folder)) return true;
  if (!lock.open() || !fs::exists(folder / "kit.json")) return false;
  if (tell) tell(fmt::format("building what {}, once: half a minute or more", what));
  return made(kit, "kit_" + folder.filename().string());
}

/// `bench` with the kit named `name`, which is built first where it is missing or stale. Nothing
/// where that failed, now or before.
std::optional<Toolchain> with_kit(const Toolchain& bench, const std::string& name,
                                  const char* what) {
  static std::mutex guard;
  static std::set<fs::path> failed;
  const fs::path kits = bench.kit.folder.parent_path(), folder = kits / name;
  std::unique_lock lock(guard, std::try_to_lock);
  for (; !lock.owns_lock(); lock.try_lock()) {  // another thread may build it
    check_interrupted();
    std::this_thread::sleep_for(std::chrono::milliseconds(interrupt_turn));
  }
  if (failed.contains(folder)) return std::nullopt;
  try {
    if (built(bench.kit, folder, what, bench.tell)) {
      Toolchain found = bench;
      found.kit = load_kit(kits, name);
      return found;
    }
  } catch (const Interrupted&) {
    throw;
  } catch (const std::exception&) {  // what it is for is left out
  }
  failed.insert(folder);
  return std::nullopt;
}

/// A part of C++20 that a version of clang lacks, and GCC 12 has.
struct MissingFeature {
  int until;                   ///< the first version of clang that has it
  std::string_view words;      ///< in the log
  std::string_view and_words;  ///< and these
};

constexpr MissingFeature missing_features[] = {
    {16, "reference to local binding '", ""},  // structured bindings in a lambda
    {16, "in capture list does not name a variable", ""},
    {16, "no matching function for call to 'construct_at'", ""},  // an aggregate in parentheses
    {16, "no matching constructor for initialization of", "(the implicit default constructor)"},
    {16, "missing 'typename' prior to dependent type name", ""},
    {16, "/bits/iterator_concepts.h:", "ranges"},
    {16, "/ranges:", "std::ranges::"},
    {16, "std::ranges::views::", ""},
    {17, "deduction guide for deduction of template arguments of", ""},  // of an aggregate
    {17, "function is a coroutine due to use of", ""},
};

/// 14 of "Debian clang version 14.0.6"; 0 where there is none.
int major_version(std::string_view version) {
  constexpr std::string_view before = "version ";
  const std::size_t at = version.find(before);
  int number = 0;
  if (at != std::string_view::npos)
    std::from_chars(version.data() + at + before.size(), version.data() + version.size(), number);
  return number;
}

}  // namespace

bool may_lack_a_feature(const Kit& kit, std::string_view log) {
  if (kit.name != "clang") return false;
  const int version = major_version(kit.compiler_version);
  return std::ranges::any_of(missing_features, [&](const MissingFeature& lack) {
    return version < lack.until && log.find(lack.words) != log.npos &&
           log.find(lack.and_words) != log.npos;
  });
}

std::optional<Toolchain> with_sanitized_kit(const Toolchain& bench, Finds finds) {
  const bool races = finds == Finds::races;
  auto found = with_kit(bench, bench.kit.name + (races ? "_races" : "_checked"),
                        races ? "finds races between threads" : "finds faults of memory");
  if (!found) return std::nullopt;
  Kit& sanitized = found->kit;
  std::ranges::copy(bench.kit.line_flags, std::back_inserter(sanitized.flags));
  sanitized.sanitized = true;
  sanitized.parts = std::make_shared<const Kit>(bench.kit);
  return found;
}

std::optional<Toolchain> with_gcc_kit(const Toolchain& bench) {
  return with_kit(bench, "gcc", "compiles with GCC");
}

std::filesystem::path debug_host(const Kit& kit) {
  const fs::path folder = kit.folder.string() + "_debug";
  const Descriptor lock = lock_build(kit.build_folder());
  const bool there = lock.open() && made(kit, "kit_" + folder.filename().string());
  if (there) return folder / "host";
  throw GraderFault(
      fmt::format("{} cannot be built", (folder / "host").string()),
      fmt::format("cmake --build {} --target kit_{}", shell_word(kit.build_folder().string()),
                  folder.filename().string()));
}

}  // namespace grader
