// Everything that takes bytes from a student's code, under libFuzzer with AddressSanitizer: the reader
// of replies, the digests of compilers' and linkers' messages, escaping, and both reports. The first
// byte of an input picks one; what comes out must be well-formed whatever went in.

#include "build/diagnostics.hpp"
#include "core/text.hpp"
#include "protocol/wire.hpp"
#include "report/writers.hpp"

#include <nlohmann/json.hpp>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

using namespace grader;

namespace {

void require(bool good, const char* what) {
  if (good) return;
  std::fprintf(stderr, "broken: %s\n", what);
  std::abort();
}

/// Printable UTF-8, which a JSON library's strict encoder takes as it is.
void require_printable(const std::string& text) {
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    require((byte >= 0x20 && byte != 0x7f) || c == '\n' || c == '\t', "a control character");
  }
  require(printable(text) == text, "printable text that is not");
  (void)nlohmann::json(text).dump();  // throws where it is not UTF-8
}

void read_reply(const std::string& text) {
  wire::Bytes bytes(text.size());
  if (!text.empty()) std::memcpy(bytes.data(), text.data(), text.size());
  const std::optional<wire::Reply> reply = wire::decode_reply(bytes);
  if (!reply) return;
  require(wire::encode(*reply) == bytes, "a reply that does not come back as it was sent");
  bytes.push_back(std::byte{0});
  require(!wire::decode_reply(bytes), "a reply with a byte too much");
  bytes.resize(bytes.size() - 2);
  require(!wire::decode_reply(bytes), "a reply with a byte too little");
}

void digest(const std::string& log) {
  const Digest errors = digest_errors(log, "a.cpp", log);
  require_printable(errors.headline);
  std::size_t size = 0;
  for (const std::string& line : errors.lines) {
    require_printable(line);
    size += line.size();
  }
  for (const std::string& line : digest_warnings(log, "a.cpp")) {
    require_printable(line);
    size += line.size();
  }
  require(size < 64 * 1024, "a digest that is longer than what it digests");
  require_printable(digest_link_errors(log));
  require_printable(missing_symbol("x.so: undefined symbol: " + log));
}

void reports(const std::string& text) {
  const std::string shown = printable(text);
  require_printable(shown);
  ExerciseResult exercise;
  exercise.name = "attention";
  exercise.verdict = Verdict::exception;
  exercise.message = one_line(shown);
  exercise.details = {shown, "  " + one_line(shown)};
  exercise.student_output = shown;
  exercise.file = text;
  Report report;
  report.submission = printable_name(text);
  report.again = "./grade run --submission " + shell_word(text);
  report.exercises = {exercise};
  (void)nlohmann::json::parse(json_report(report));
  const std::string page = text_report(report, Colour::no);
  require_printable(page);
  for (const std::string& line : split_lines(page)) {
    require(!trimmed(line).starts_with("::"), "an order to a CI's runner");
    require(line.find("##[") == std::string::npos, "an order to a CI's runner");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string rest(reinterpret_cast<const char*>(data) + 1, size - 1);
  switch (data[0] % 3) {
    case 0:
      read_reply(rest);
      break;
    case 1:
      digest(rest);
      break;
    default:
      reports(rest);
  }
  return 0;
}
