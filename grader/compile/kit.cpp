#include "compile/kit.hpp"

#include "core/error.hpp"
#include "core/text.hpp"
#include "system/files.hpp"
#include "system/parallel.hpp"
#include "system/process.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

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

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Kit, name, compiler, compiler_version, platform, linker, flags,
                                   optimising_flags, counted_flags, counted_link_flags, line_flags,
                                   tool, launcher, start_object, static_library, cmake, confine,
                                   probe_build)

namespace {

namespace fs = std::filesystem;

/// Throws InputError.
Kit read_kit(const fs::path& folder) {
  const fs::path file = folder / "kit.json";
  try {
    Kit kit = nlohmann::json::parse(read_file(file)).get<Kit>();
    kit.folder = folder;
    return kit;
  } catch (const nlohmann::json::exception& error) {
    throw InputError(fmt::format("{}: {}", file.string(), printable(error.what())));
  }
}

/// False only for a kit whose compiler has been removed since.
bool has_compiler(const fs::path& folder) {
  try {
    return fs::exists(read_kit(folder).compiler);
  } catch (const InputError&) {
    return true;  // that is told by whoever reads it next
  }
}

}  // namespace

std::vector<std::string> kit_names(const fs::path& folder) {
  std::vector<std::string> names;
  for (const char* name : {"clang", "gcc"}) {
    if (fs::exists(folder / name / "launcher")) names.push_back(name);
  }
  return names;
}

Kit load_kit(const fs::path& folder, const std::string& name) {
  const std::vector<std::string> names = kit_names(folder);
  std::string chosen = name != "auto" ? name : names.empty() ? "clang" : names.front();
  if (name == "auto" && names.size() > 1 && !has_compiler(folder / chosen)) chosen = names[1];
  const fs::path directory = folder / chosen;
  const std::string fix = fmt::format("cmake --build {} --target kit_{}",
                                      shell_word(folder.parent_path().string()), chosen);
  if (!fs::exists(directory / "launcher")) {
    throw GraderFault(fmt::format("the kit for {} is not built in {}", chosen, folder.string()),
                      fix);
  }
  try {
    return read_kit(directory);
  } catch (const InputError& error) {
    throw GraderFault(error.what(), fix);  // our own build wrote it
  }
}

Kit with_parts_of(const Kit& kit) {
  Kit other = kit;
  other.parts = std::make_shared<const Kit>(kit);
  return other;
}

namespace {

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
  if (!made(kit, "kit_" + folder.filename().string())) return false;
  // What the build had nothing to do for is current, too: who cannot write here shall know.
  fs::last_write_time(folder / "built", fs::file_time_type::clock::now());
  return true;
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

/// What to throw where the kit in `folder`, or `part` of it, cannot be built.
GraderFault not_built(const Kit& kit, const fs::path& folder, const char* part) {
  return GraderFault(
      fmt::format("{} cannot be built", (folder / part).string()),
      fmt::format("cmake --build {} --target kit_{}", shell_word(kit.build_folder().string()),
                  folder.filename().string()));
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
  for (auto* flags : {&sanitized.flags, &sanitized.counted_flags})
    std::ranges::copy(bench.kit.line_flags, std::back_inserter(*flags));
  sanitized.sanitized = true;
  sanitized.parts = std::make_shared<const Kit>(bench.kit);
  return found;
}

std::optional<Toolchain> with_gcc_kit(const Toolchain& bench) {
  const fs::path folder = bench.kit.folder.parent_path() / "gcc";
  if (!fs::exists(folder / "kit.json")) return std::nullopt;
  if (auto found = with_kit(bench, "gcc", "compiles with GCC")) return found;
  throw not_built(bench.kit, folder, "launcher");
}

fs::path debug_host(const Kit& kit) {
  const fs::path folder = kit.folder.string() + "_debug";
  const Descriptor lock = lock_build(kit.build_folder());
  const bool there = lock.open() && made(kit, "kit_" + folder.filename().string());
  if (there) return folder / "host";
  throw not_built(kit, folder, "host");
}

}  // namespace grader
