#include "compile/prepared.hpp"

#include "compile/compile.hpp"
#include "compile/diagnostics.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "system/files.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <mutex>

namespace grader {
namespace {

namespace fs = std::filesystem;

/// How objects are made of what compilers give: another number where that changes.
constexpr const char* form = "4";

/// Changes whenever the part must be compiled again.
std::string key_of(const Kit& kit, const Part& part) {
  std::string text = part.text + '\0' + kit.compiler_version + '\0' + form;
  text += part.optimise ? "optimised" : "";
  for (const auto* flags : {&kit.flags, &kit.optimising_flags})
    text += '\0' + fmt::format("{}", fmt::join(*flags, " "));
  for (const fs::path& header : part.headers)
    text += '\0' + header_name(header).string() + '\0' + read_file(header);
  text += change_time(kit.launcher);
  return fmt::format("{}-{:016x}", part.name, content_hash(text));
}

/// Where `file` is, or is to be made.
fs::path kept(const Kit& kit, const std::string& file) {
  const fs::path folder = prepared_folder(kit) / kit.name;
  std::error_code error;
  fs::create_directories(folder, error);
  if (fs::exists(folder / file, error) || access(folder.c_str(), W_OK) == 0) return folder / file;
  // Somebody else built this copy, and it may be read only: then once for this run.
  static const TemporaryFolder for_this_run;
  return for_this_run.path() / file;
}

/// Removes what was made in the place of `file` more than a day ago, of other sources.
void remove_older(const fs::path& file) {
  constexpr std::size_t key_length = 16;
  const std::string name = file.filename().string();
  const std::size_t stem = file.stem().string().size() - key_length;
  const auto a_day_ago = fs::file_time_type::clock::now() - std::chrono::hours(24);
  std::error_code ignored;
  std::vector<fs::path> older;
  for (const auto& entry : fs::directory_iterator(file.parent_path(), ignored)) {
    const std::string other = entry.path().filename().string();
    if (other.size() == name.size() && other.starts_with(name.substr(0, stem)) &&
        entry.path().extension() == file.extension() && entry.last_write_time(ignored) < a_day_ago)
      older.push_back(entry.path());
  }
  for (const fs::path& one : older) fs::remove(one, ignored);
}

void keep(const fs::path& made, const fs::path& file) {
  // Renamed into place whole, so that nobody finds a piece of it.
  const fs::path whole = unfinished_name(file);
  std::error_code error;
  fs::copy_file(made, whole, fs::copy_options::overwrite_existing, error);
  if (!error) fs::rename(whole, file, error);
  if (!error) return remove_older(file);
  std::error_code ignored;
  fs::remove(whole, ignored);
  throw TryAgain(fmt::format("{}: cannot be written: {}", file.string(), error.message()),
                 "free some space there, or set SOFTMARK_BUILD to another folder");
}

void compile_part(const Kit& kit, const Part& part, const fs::path& object) {
  const TemporaryFolder scratch;
  const fs::path source = scratch.path() / (part.name + ".cpp");
  const std::string text = part.source ? part.source() : part.text;
  write_temporary(source, text);
  copy_headers(part.headers, scratch.path());
  const fs::path compiled = scratch.path() / "part.o";
  // Without paths: a released copy has the same bytes wherever it was made.
  std::vector<std::string> flags = kit.runtime_flags();
  flags.insert(flags.end(),
               {"-ffile-prefix-map=" + scratch.path().string() + "=.",
                "-ffile-prefix-map=" + kit.tool + "=.",
                "-fno-sanitize=all"});  // whose checks name the file, which no map changes
  const BuildResult result = compile_alone(kit, source, compiled, flags, part.optimise);
  if (result.state != BuildResult::State::built) {
    check_room(scratch.path());
    const Digest digest = digest_errors(result.log, source.filename().string(), text);
    throw GraderFault(fmt::format("{} does not compile: {}\n{}", part.blamed.string(),
                                  digest.headline(), fmt::join(digest.lines, "\n")));
  }
  keep(compiled, object);
}

/// The same one for the same name: threads that need one object wait for the first, others do not.
std::mutex& mutex_of(const std::string& name) {
  static std::mutex guard;
  static std::map<std::string, std::mutex> mutexes;
  const std::lock_guard lock(guard);
  return mutexes[name];
}

}  // namespace

fs::path prepared(const Toolchain& bench, const Part& part) {
  const Kit& kit = bench.kit;
  const std::string key = key_of(kit, part);
  const std::lock_guard lock(mutex_of(key));
  const fs::path object = kept(kit, key + ".o");
  if (fs::exists(object)) return object;
  if (bench.tell) bench.tell(fmt::format("preparing {}, once", part.name));
  compile_part(kit, part, object);
  return object;
}

namespace {

/// What the launcher calls, calling `function` in turn.
std::string call_of(const std::string& function) {
  return fmt::format(
      "#include \"harness/call.hpp\"\n"
      "extern \"C\" void softmark_call(grader::harness::Call& call) {{\n"
      "  grader::harness::invoke(&softmark::{}, call);\n}}\n",
      function);
}

Part binding_of(const ProgramSpec& spec) {
  return {
      spec.folder,
      fmt::format("#include \"{}\"\n", spec.contract().filename().string()) + call_of(spec.name),
      spec.contract(), spec.headers};
}

/// A source of the course's own that programs are linked with.
struct OwnSource {
  std::string name;  ///< of its object
  fs::path source;
  std::function<Part()> part;  ///< how it is compiled
};

/// What it records is not the student's.
OwnSource reference_source(const Reference& reference) {
  const fs::path& source = reference.source;
  const std::string name =
      source.parent_path().filename().string() + "-" + source.stem().string();  // NN_name-name
  return {name, source, [name, &reference] {
            return Part{name,
                        "#include <softmark/exercise.hpp>\n#define record silent_record\n" +
                            read_file(reference.source),
                        reference.source, reference.headers, reference.optimise};
          }};
}

/// The solution with what it records.
OwnSource recorded_source(const Reference& solution) {
  OwnSource own = reference_source(solution);
  own.name += "-recorded";
  own.part = [name = own.name, &solution] {
    return Part{name, read_file(solution.source), solution.source, solution.headers,
                solution.optimise};
  };
  return own;
}

OwnSource measures_source(const Kit& kit, const ProgramSpec& spec) {
  const std::string name = spec.folder + "-measures";
  return {name, spec.measures_source, [name, &kit, &spec] {
            std::set<fs::path> headers = spec.headers;
            for (const auto& one :
                 fs::directory_iterator(fs::path(kit.tool) / "exercises" / "measures"))
              headers.insert(one.path());
            return Part{name, read_file(spec.measures_source) + call_of("measure"),
                        spec.measures_source, std::move(headers), true};
          }};
}

/// Those that the program and its measures need.
std::vector<OwnSource> sources_of(const Kit& kit, const ProgramSpec& spec) {
  std::vector<OwnSource> sources;
  for (const Reference& reference : spec.references) sources.push_back(reference_source(reference));
  if (!spec.measures_source.empty()) sources.push_back(measures_source(kit, spec));
  if (spec.solution) sources.push_back(reference_source(*spec.solution));
  return sources;
}

}  // namespace

fs::path released_object(const Kit& kit, const ProgramSpec& spec, const std::string& name) {
  const fs::path& released = spec.released;
  const fs::path object = released / kit.name / (name + ".o");
  if (released.empty() || !fs::exists(object) || !fs::exists(platform_file(kit, released)))
    return {};
  return trimmed(read_file(platform_file(kit, released))) == kit.platform ? object : fs::path{};
}

namespace {

/// In a released copy the one that it has.
fs::path object_of(const Toolchain& bench, const ProgramSpec& spec, const OwnSource& own) {
  if (fs::exists(own.source)) return prepared(bench, own.part());
  if (fs::path object = released_object(bench.kit, spec, own.name); !object.empty()) return object;
  throw GraderFault(fmt::format("{}: {} is graded with it, and it is not there",
                                own.source.string(), spec.folder),
                    "use a copy of the course with solutions");
}

/// Changes with the object. The name of a released one does not tell its contents.
std::string identity(const ProgramSpec& spec, const fs::path& object) {
  const bool released = object.parent_path().parent_path() == spec.released;
  return object.filename().string() + '\0' + (released ? read_file(object) : "") + '\0';
}

}  // namespace

fs::path prepared_folder(const Kit& kit) { return kit.build_folder() / "prepared"; }

std::vector<fs::path> prepared_objects(const Toolchain& bench, const ProgramSpec& spec) {
  return with_references(bench, spec, {prepared(bench, binding_of(spec))});
}

std::vector<fs::path> with_references(const Toolchain& bench, const ProgramSpec& spec,
                                      std::vector<fs::path> objects) {
  for (const Reference& reference : spec.references)
    objects.push_back(object_of(bench, spec, reference_source(reference)));
  return objects;
}

std::vector<SourceObject> objects_of_sources(const Toolchain& bench, const ProgramSpec& spec,
                                             const fs::path& folder) {
  std::vector<SourceObject> objects;
  std::vector<OwnSource> sources = sources_of(bench.kit, spec);
  if (spec.recorded) sources.push_back(recorded_source(*spec.recorded));
  for (const OwnSource& own : sources) {
    if (lies_below(own.source, folder)) objects.push_back({own.name, object_of(bench, spec, own)});
  }
  return objects;
}

fs::path platform_file(const Kit& kit, const fs::path& released) {
  return released / kit.name / "platform";
}

std::vector<fs::path> missing_sources(const Kit& kit, const ProgramSpec& spec) {
  std::vector<fs::path> missing;
  for (const OwnSource& own : sources_of(kit, spec)) {
    if (!fs::exists(own.source) && released_object(kit, spec, own.name).empty())
      missing.push_back(own.source);
  }
  return missing;
}

std::string released_for(const Kit& kit, const ProgramSpec& spec) {
  std::vector<std::string> platforms;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(spec.released, ignored)) {
    const fs::path file = entry.path() / "platform";
    if (fs::exists(file)) platforms.emplace_back(trimmed(read_file(file)));
  }
  std::ranges::sort(platforms);
  if (std::ranges::find(platforms, kit.platform) != platforms.end()) return "lacks its object";
  return fmt::format(
      "has objects for {} only, which do not fit {}",
      platforms.empty() ? "no compiler" : fmt::format("{}", fmt::join(platforms, "; ")),
      kit.platform);
}

fs::path linked(const Kit& kit, const ProgramSpec& spec, const std::vector<fs::path>& objects,
                const std::string& stem, const fs::path& blamed) {
  std::string key;
  for (const fs::path& object : objects) key += identity(spec, object);
  const std::string name = fmt::format("{}-{:016x}.so", stem, content_hash(key));
  const std::lock_guard lock(mutex_of(name));
  const fs::path program = kept(kit, name);
  if (fs::exists(program)) return program;
  const TemporaryFolder scratch;
  const BuildResult result = link_alone(kit, objects, scratch.path() / name);
  if (result.state != BuildResult::State::built) {
    check_room(scratch.path());
    throw GraderFault(fmt::format("{} does not link:\n{}", blamed.string(), result.log));
  }
  keep(scratch.path() / name, program);
  return program;
}

fs::path measures_program(const Toolchain& bench, const ProgramSpec& spec) {
  const OwnSource measures = measures_source(bench.kit, spec);
  const auto objects = with_references(bench, spec, {object_of(bench, spec, measures)});
  return linked(bench.kit, spec, objects, measures.name, measures.source);
}

std::optional<fs::path> recorded_solution(const Toolchain& bench, const ProgramSpec& spec) {
  if (!spec.recorded) return std::nullopt;
  const OwnSource own = recorded_source(*spec.recorded);
  if (!fs::exists(own.source) && released_object(bench.kit, spec, own.name).empty())
    return std::nullopt;
  std::vector<fs::path> objects = prepared_objects(bench, spec);
  objects.push_back(object_of(bench, spec, own));
  return linked(bench.kit, spec, objects, spec.folder + "-recorded", own.source);
}

fs::path solution_program(const Toolchain& bench, const ProgramSpec& spec) {
  std::vector<fs::path> objects = prepared_objects(bench, spec);
  objects.push_back(object_of(bench, spec, reference_source(*spec.solution)));
  return linked(bench.kit, spec, objects, spec.folder + "-solution", spec.solution->source);
}

}  // namespace grader
