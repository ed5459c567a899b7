// Everything that takes bytes from a student's code, under libFuzzer with AddressSanitizer: the
// reader of replies, the digests of compilers' and linkers' messages, escaping, all reports, and
// what judges, explains and diagnoses the arrays of a reply. The first byte of an input picks one,
// and how often the rest is repeated, so that limits are reached by short inputs; what comes out
// must be well-formed whatever went in.

#include "compile/diagnostics.hpp"
#include "core/text.hpp"
#include "diagnose/diagnose.hpp"
#include "diagnose/property.hpp"
#include "judge/compare.hpp"
#include "judge/explain.hpp"
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
  exercise.finding = one_line(shown);
  exercise.details = {shown, "  " + one_line(shown)};
  exercise.student_output = shown;
  exercise.file = text;
  Report report;
  report.submission = printable_name(text);
  report.again = "./grade run --submission " + shell_word(text);
  report.exercises = {exercise};
  for (const std::string& json :
       {json_report(report), gradescope_report(report), gitlab_report(report),
        exercism_report(report),
        classroom50_report(report, {text, text, text, text, text, text, text})})
    (void)nlohmann::json::parse(json);
  for (const std::string& shown_report : {junit_report(report), markdown_report(report), html_report(report)}) {
    require_printable(shown_report);
    for (const std::string& line : split_lines(shown_report))
      require(!trimmed(line).starts_with("::"), "an order to a CI's runner");
  }
  std::size_t commands = 0;
  for (const std::string& line : split_lines(github_report(report)))
    commands += trimmed(line).starts_with("::") ? 1 : 0;
  require(commands == 2, "GitHub's commands are not those of the grader alone");
  const std::string page = text_report(report, Colour::no);
  require_printable(page);
  for (const std::string& line : split_lines(page)) {
    require(!trimmed(line).starts_with("::"), "an order to a CI's runner");
    require(line.find("##[") == std::string::npos, "an order to a CI's runner");
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
  Mistake mistake;
  mistake.name = mistake.message = "mistake";
  one.mistakes["mistake"] = {{complete(bytes.array())}, one.steps};

  const CaseResult result = judge(exercise, one, outcome, Limits{});
  require_printable(one_line(printable(result.message)));
  const bool equal = outcome.ending == Ending::returned && outcome.results[0].complete() &&
                     compare(outcome.results[0], one.expected[0], exercise.tolerance).matches();
  require((result.verdict == Verdict::passed) == equal, "a verdict that is not the numbers'");
  require(explain_exception(text).size() < 5 * text.size() + 500, "a long explanation");
  const std::vector<Run> runs{{&one, &outcome}};
  (void)first_wrong_step(runs[0], exercise.tolerance);
  (void)records_all_steps(runs[0], exercise.tolerance);
  (void)matching_mistake(runs, {mistake}, exercise.tolerance);
  (void)notes_on_steps(runs, {mistake}, exercise.tolerance);
  Property property;
  property.of = "X";
  property.relation = static_cast<Relation>(bytes.next() % 9);
  property.changes = {{"X", static_cast<Change>(bytes.next() % 5)}};
  const Tensor after = bytes.array();
  // The course's own data have rows wherever a property speaks of them.
  if (!one.inputs.at("X").shape.empty() && element_count(one.inputs.at("X").shape) > 0) {
    (void)holds(property, outcome.results[0], after, changed_inputs(property, one.inputs),
                exercise.tolerance);
  }
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
