// Everything that takes bytes from a student's code, under libFuzzer with AddressSanitizer: the
// reader of replies, the reader of a program's line table, the digests of compilers' and linkers'
// messages, escaping, all reports, and what judges and explains the arrays of a reply.
// The first byte of an input picks one, and how often the rest is repeated, so that limits are
// reached by short inputs; what comes out must be well-formed whatever went in.

#include "../unit/sample_program.hpp"
#include "compile/code_places.hpp"
#include "compile/diagnostics.hpp"
#include "core/text.hpp"
#include "explain/places.hpp"
#include "judge/compare.hpp"
#include "judge/judge.hpp"
#include "protocol/wire.hpp"
#include "report/writers.hpp"

#include <nlohmann/json.hpp>

#include <cmath>
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
  const std::vector<wire::Reply> replies = wire::decode_replies(bytes, 1);
  if (replies.empty()) return;
  require(wire::encode(replies[0]) == bytes, "a reply that does not come back as it was sent");
  bytes.push_back(std::byte{0});
  require(wire::decode_replies(bytes, 2).empty(), "a reply with a byte too much");
  bytes.resize(bytes.size() - 2);
  require(wire::decode_replies(bytes, 2).empty(), "a reply with a byte too little");
}

/// As a program file, and as the table of lines in one.
void read_lines(const std::string& text) {
  const std::uint64_t addresses[] = {0, 0x10, 0x1000, ~std::uint64_t{0}};
  for (const std::string& program : {text, sample::program_with_lines(text),
                                     sample::program_with_lines(sample::line_table(text))}) {
    const auto places = places_of(std::as_bytes(std::span(program)), addresses, "a.cpp");
    require(places.size() == 4, "a place for each address");
    for (const std::optional<Place>& place : places)
      require(!place || (place->line > 0 && place->line < 2'000'000), "a line that is none");
  }
  const std::string line = text.substr(0, text.find('\n'));
  for (std::size_t column = 0; column < std::min<std::size_t>(line.size() + 2, 200); ++column)
    require(start_of_call(line, column) <= line.size() + 2, "a call beyond its line");
}

void digest(const std::string& log) {
  const Digest errors = digest_errors(log, "a.cpp", log);
  require_printable(errors.headline());
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

Report report_on(const std::string& text) {
  const std::string shown = printable(text);
  require_printable(shown);
  ExerciseResult exercise;
  exercise.name = "attention";
  exercise.verdict = Verdict::exception;
  exercise.finding = one_line(shown);
  exercise.details = {shown, "  " + one_line(shown)};
  exercise.student_output = shown;
  exercise.file = text;
  Report report;
  report.submission = printable_name(text);
  report.again = "./grade run --submission " + shell_word(text);
  report.exercises = {exercise};
  return report;
}

/// How many lines of `text` a runner of GitHub obeys.
std::size_t commands_in(const std::string& text) {
  std::size_t commands = 0;
  for (const std::string& line : split_lines(text))
    commands += trimmed(line).starts_with("::") ? 1 : 0;
  return commands;
}

void require_page(const std::string& page) {
  require_printable(page);
  require(commands_in(page) == 0, "an order to a CI's runner");
  require(page.find("##[") == std::string::npos, "an order to a CI's runner");
}

/// One of the reports, since each takes its time: its first byte says which.
void reports(const std::string& text) {
  const Report report = report_on(text);
  const auto require_json = [](const std::string& json) { (void)nlohmann::json::parse(json); };
  switch (text.empty() ? 0 : static_cast<unsigned char>(text[0]) % 4) {
    case 0:
      return require_json(json_report(report));
    case 1:
      return require_page(markdown_report(report));
    case 2:
      return require_page(html_report(report));
    default:
      return require_page(text_report(report, Colour::no));
  }
}

/// Numbers from bytes: any of a double's, and often those of small ones.
class Bytes {
 public:
  explicit Bytes(const std::string& text) : text_(text) {}
  unsigned char next() { return at_ < text_.size() ? static_cast<unsigned char>(text_[at_++]) : 0; }
  double number() {
    const unsigned char kind = next();
    if (kind < 200) return kind / 8.0;
    double value = 0;
    unsigned char raw[sizeof value];
    for (unsigned char& byte : raw) byte = next();
    std::memcpy(&value, raw, sizeof value);
    return value;
  }
  /// An array of up to three axes; sometimes one of absurd lengths without its values, as a reply
  /// may bring it.
  Tensor array() {
    Tensor tensor;
    const unsigned rank = next() % 4;
    for (unsigned axis = 0; axis < rank; ++axis) tensor.shape.push_back(next() % 5);
    if (next() % 16 == 0) {
      for (std::size_t& length : tensor.shape) length = std::size_t{1} << (next() % 64);
      return tensor;
    }
    tensor.values.resize(element_count(tensor.shape));
    for (double& value : tensor.values) value = number();
    return tensor;
  }

 private:
  const std::string& text_;
  std::size_t at_ = 0;
};

Tensor complete(Tensor sent) {
  if (!sent.complete()) sent = {{2, 2}, {1, 2, 3, 4}};
  for (double& value : sent.values) value = std::isfinite(value) ? value : 0;
  return {std::move(sent.shape), std::move(sent.values)};
}

Outcome outcome_from(Bytes& bytes, const std::string& text) {
  Outcome outcome;
  outcome.ending = static_cast<Ending>(bytes.next() % (static_cast<int>(Ending::grader_fault) + 1));
  outcome.signal = bytes.next() % 65;
  outcome.text = text;
  outcome.output = "Assertion '" + text;
  outcome.results = {bytes.array()};
  for (unsigned i = bytes.next() % 4; i > 0; --i) {
    outcome.steps.push_back({bytes.next() % 2 == 0 ? "attention weights" : "loss", bytes.array()});
  }
  return outcome;
}

void judge_arrays(const std::string& text) {
  Bytes bytes(text);
  const Outcome outcome = outcome_from(bytes, text.substr(0, 200));
  Exercise exercise;
  exercise.results = {"attention"};
  Case one;
  one.name = "case";
  one.expected = {complete(bytes.array())};
  one.inputs = {{"X", complete(bytes.array())}};
  one.steps = {{"attention weights", complete(bytes.array())}, {"loss", complete(bytes.array())}};

  const CaseResult result = judge(exercise, one, outcome, Limits{});
  require_printable(one_line(printable(result.message)));
  const bool equal = outcome.ending == Ending::returned && outcome.results[0].complete() &&
                     compare(outcome.results[0], one.expected[0], exercise.tolerance).matches();
  require((result.verdict == Verdict::passed) == equal, "a verdict that is not the numbers'");
  require(explain_exception(text).size() < 5 * text.size() + 500, "a long explanation");
  (void)judge_places(exercise, {{&one, &outcome}, {}}, {});
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string once(reinterpret_cast<const char*>(data) + 1, size - 1);
  std::string rest = once;
  // One in sixty-four many times over: what limits are for.
  const std::size_t limit = data[0] % 4 == 3 ? std::size_t{1} << 12 : std::size_t{1} << 15;
  const std::size_t most = data[0] >= 252 ? limit : 0;  // reports take their time
  while (rest.size() < most) rest += once.empty() ? "x" : once;
  switch (data[0] % 4) {
    case 0:
      read_reply(rest);
      read_lines(rest);
      break;
    case 1:
      digest(rest);
      break;
    case 2:
      judge_arrays(rest);
      break;
    default:
      reports(rest);
  }
  return 0;
}
