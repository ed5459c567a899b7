#include "batch/frozen_list.hpp"

#include "batch/collector.hpp"
#include "core/error.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <charconv>
#include <fstream>
#include <sstream>

namespace grader {
namespace {

namespace fs = std::filesystem;
using json = nlohmann::ordered_json;

constexpr const char* list_name = "frozen.jsonl";
constexpr std::size_t offset_width = 20;  // digits, before a line end

/// A name, which may be any bytes, as JSON has it: as it is where it is UTF-8, else '%' and its
/// bytes in hexadecimal digits.
json bytes_json(const std::string& bytes) {
  try {
    if (!bytes.starts_with('%')) return json::parse(json(bytes).dump());
  } catch (const json::exception&) {
  }
  std::string digits = "%";
  for (const char c : bytes) digits += fmt::format("{:02x}", static_cast<unsigned char>(c));
  return digits;
}

/// The bytes of hexadecimal digits. Throws std::invalid_argument.
std::string unhex(std::string_view digits) {
  std::string bytes;
  for (std::size_t i = 0; i + 2 <= digits.size(); i += 2) {
    unsigned char byte = 0;
    const char* const end = digits.data() + i + 2;
    if (std::from_chars(digits.data() + i, end, byte, 16).ptr != end)
      throw std::invalid_argument("expected hexadecimal digits");
    bytes += static_cast<char>(byte);
  }
  return bytes;
}

std::string bytes_in(const json& value) {
  const auto& text = value.get_ref<const std::string&>();
  return text.starts_with('%') ? unhex(std::string_view(text).substr(1)) : text;
}

Digest256 digest_in(const json& value) {
  const std::string bytes = unhex(value.get_ref<const std::string&>());
  Digest256 digest{};
  if (bytes.size() != digest.size()) throw std::invalid_argument("expected a SHA-256");
  std::ranges::copy(bytes, digest.begin());
  return digest;
}

json work_json(const Work& work, const std::string& file) {
  json one = json::object();
  if (!file.empty()) one["file"] = bytes_json(file);
  if (work.problem) {
    one["problem"] = name_of(*work.problem);
    one["reason"] = bytes_json(work.reason);
  } else {
    one["sha256"] = hex(work.digest);
    one["likeness"] = hex(work.likeness);
  }
  return one;
}

json names_json(const std::vector<std::string>& names) {
  json list = json::array();
  for (const std::string& name : names) list.push_back(bytes_json(name));
  return list;
}

std::vector<std::string> names_in(const json& object, const char* key) {
  std::vector<std::string> names;
  for (const json& name : object.value(key, json::array())) names.push_back(bytes_in(name));
  return names;
}

json entry_json(const Frozen& frozen, const Frozen::Entry& entry) {
  const Submitter& submitter = entry.submitter;
  json line = {{"id", bytes_json(submitter.id)}, {"files_named", submitter.name}};
  if (!submitter.members.empty()) line["members"] = names_json(submitter.members);
  if (submitter.late) line["late"] = true;
  if (submitter.time) line["time"] = *submitter.time;
  if (!submitter.no_time.empty()) line["no_time"] = submitter.no_time;
  line["handed_in"] = json::array();
  for (const SubmittedPart& part : submitter.parts)
    line["handed_in"].push_back(bytes_json(part.path.filename().string()));
  line["files"] = json::array();
  for (std::size_t i = 0; i < entry.works.size(); ++i)
    line["files"].push_back(work_json(frozen.works[entry.works[i]], frozen.files[entry.files[i]]));
  if (!entry.unrecognised.empty()) line["unrecognised"] = names_json(entry.unrecognised);
  return line;
}

json header_json(const std::vector<Exercise>& exercises, const std::string& fingerprint) {
  json folders = json::array();
  for (const Exercise& exercise : exercises) folders.push_back(exercise.folder);
  return {{"format_version", 1}, {"exercises", folders}, {"fingerprint", fingerprint}};
}

Submitter submitter_in(const json& line) {
  Submitter submitter;
  submitter.id = bytes_in(line.at("id"));
  submitter.name = line.at("files_named").get<std::string>();
  submitter.members = names_in(line, "members");
  submitter.late = line.value("late", false);
  if (line.contains("time")) submitter.time = line["time"].get<Moment>();
  submitter.no_time = line.value("no_time", "");
  for (const json& part : line.at("handed_in")) submitter.parts.push_back({bytes_in(part), {}});
  return submitter;
}

std::vector<TakenIn> files_in(const json& line) {
  std::vector<TakenIn> files;
  for (const json& one : line.at("files")) {
    TakenIn file;
    if (one.contains("file")) file.file = bytes_in(one["file"]);
    if (one.contains("problem")) {
      file.problem = verdict_named(one["problem"].get_ref<const std::string&>()).value();
      file.reason = bytes_in(one.at("reason"));
      file.digest = digest_of_problem(*file.problem, file.reason);
    } else {
      file.digest = digest_in(one.at("sha256"));
      file.likeness = digest_in(one.at("likeness"));
    }
    files.push_back(std::move(file));
  }
  return files;
}

/// An open list, with the places of its lines.
class FrozenLines {
 public:
  explicit FrozenLines(const fs::path& file) : stream_(file, std::ios::binary) {
    const auto size = static_cast<std::size_t>(fs::file_size(file));
    constexpr std::size_t width = offset_width + 1;
    if (size < width) throw std::invalid_argument("it is too short");
    const std::size_t index = number(read(size - width, width));
    if (index > size - width || (size - width - index) % width != 0)
      throw std::invalid_argument("its end is missing");
    offsets_ = read(index, size - width - index);
    end_ = index;
  }

  /// How many lines there are below the head.
  std::size_t count() const { return offsets_.size() / (offset_width + 1); }
  std::string head() { return read(0, count() == 0 ? end_ : offset(0)); }
  std::string line(std::size_t i) {
    const std::size_t end = i + 1 < count() ? offset(i + 1) : end_;
    if (offset(i) > end || end > end_) throw std::invalid_argument("its places are wrong");
    return read(offset(i), end - offset(i));
  }

 private:
  static std::size_t number(std::string_view text) {
    std::size_t value = 0;
    const char* const end = text.data() + offset_width;
    if (text.size() <= offset_width || std::from_chars(text.data(), end, value).ptr != end)
      throw std::invalid_argument("its end is missing");
    return value;
  }
  std::size_t offset(std::size_t i) const {
    return number(std::string_view(offsets_).substr(i * (offset_width + 1), offset_width + 1));
  }
  std::string read(std::size_t from, std::size_t size) {
    std::string text(size, '\0');
    stream_.seekg(static_cast<std::streamoff>(from));
    if (!stream_.read(text.data(), static_cast<std::streamsize>(size)))
      throw std::invalid_argument("it cannot be read");
    return text;
  }

  std::ifstream stream_;
  std::string offsets_;
  std::size_t end_ = 0;
};

/// Throws InputError where the list belongs to another command.
void check_head(const json& head, const json& expected, const fs::path& file) {
  for (const char* key : {"exercises", "fingerprint"}) {
    if (head.at(key) == expected.at(key)) continue;
    throw InputError(
        fmt::format("{}: it was frozen for another {}: {} there, {} here", file.string(),
                    key[0] == 'e' ? "choice of exercises" : "grader, compiler, course or options",
                    head.at(key).dump(), expected.at(key).dump()),
        "repeat the command with which it was frozen, on a machine like that; or freeze again");
  }
}

}  // namespace

void write_frozen_list(const Frozen& frozen, const Store& store) {
  store.write(list_name, [&](std::ostream& stream) {
    std::string index;
    std::size_t place = 0;
    const auto put = [&](const json& line) {
      const std::string text = line.dump(-1, ' ', true) + "\n";
      stream << text;
      place += text.size();
    };
    json head = header_json(frozen.exercises, store.fingerprint());
    if (!frozen.others.empty()) head["no_submissions"] = names_json(frozen.others);
    put(head);
    for (const Frozen::Entry& entry : frozen.entries) {
      index += fmt::format("{:020}\n", place);
      put(entry_json(frozen, entry));
    }
    stream << index << fmt::format("{:020}\n", place);
  });
}

bool has_frozen_list(const fs::path& out) { return fs::exists(out / list_name); }

Frozen read_frozen_list(const fs::path& out, const std::vector<Exercise>& exercises,
                        const std::string& fingerprint, const Shard& part) {
  const fs::path file = out / list_name;
  try {
    FrozenLines lines(file);
    const json head = json::parse(lines.head());
    check_head(head, header_json(exercises, fingerprint), file);
    Collector collector(exercises);
    for (std::size_t i = part.index; i < lines.count(); i += part.count) {
      const json line = json::parse(lines.line(i));
      const std::vector<TakenIn> files = files_in(line);
      if (files.size() != exercises.size()) throw std::invalid_argument("a file is missing");
      collector.add(submitter_in(line), files, names_in(line, "unrecognised"));
    }
    Frozen frozen = std::move(collector).frozen();
    frozen.others = names_in(head, "no_submissions");
    return frozen;
  } catch (const std::exception& error) {
    if (dynamic_cast<const Error*>(&error) != nullptr) throw;
    throw InputError(fmt::format("{}: it is damaged: {}", file.string(), error.what()),
                     "freeze again with --freeze");
  }
}

}  // namespace grader
