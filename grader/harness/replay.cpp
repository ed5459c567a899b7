#include "harness/replay.hpp"

#include "judge/compare.hpp"
#include "protocol/wire.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <exception>
#include <functional>
#include <map>
#include <set>
#include <utility>

namespace grader::harness {
namespace {

/// An array as the running version has it.
struct Computed {
  Shape shape;
  const double* values;

  bool same_bits(const Tensor& other) const {
    return shape == other.shape &&
           (other.values.empty() ||
            std::memcmp(values, other.values.data(), other.values.size() * sizeof(double)) == 0);
  }
  Tensor copy() const { return {shape, {values, values + element_count(shape)}}; }
};

/// A step's name, or a result's number behind an empty one.
using Subject = std::pair<std::string, std::size_t>;

/// A step of the solution, or one of its results.
struct Place {
  Subject subject;
  Tensor own;     ///< as the solution computed it
  bool recorded;  ///< the student has it
  bool wrong;     ///< and it is not that of the reference data
};

/// What belongs to one name.
struct Turns {
  std::vector<std::pair<const Tensor*, bool>> student;  ///< and whether it is wrong
  std::vector<std::size_t> places;                      ///< of the solution
  std::size_t next = 0;                                 ///< of the running version
};

/// The replay of one case.
class Replay {
 public:
  Replay(const Given& given, const Recorded& recorded) : given_(given) {
    std::size_t number = 0;
    const auto add = [&](const std::string& name, const Tensor& array) {
      turns_[name].student.emplace_back(&array, recorded.wrong.contains(number++));
    };
    for (const NamedTensor& step : recorded.steps) add(step.name, step.tensor);
    for (const Tensor& result : recorded.results) add("", result);
  }

  /// The next version begins: the solution first.
  void begin() {
    for (auto& [name, turns] : turns_) turns.next = 0;
    marks_.emplace_back(places_.size(), 0U);
  }

  /// The solution begins once more, to show which places rest on a step that the student has in
  /// another shape: it goes on with other numbers there. False where there is no such step.
  bool begin_with_others() {
    if (!other_size_) return false;
    with_others_ = true;
    begin();
    return true;
  }

  /// That run is over: marks what came out differently, or not at all.
  void end_with_others() {
    with_others_ = false;
    const std::vector<unsigned> row = std::move(marks_.back());
    marks_.pop_back();
    for (std::size_t i = 0; i < row.size(); ++i) {
      if ((row[i] & came_there) == 0 || (row[i] & differs_from_solution) != 0)
        marks_.front()[i] |= rests_on_other_shape;
    }
  }

  /// Takes what the version computed. Returns the student's where the shape is the same.
  const Tensor* take(std::string_view name, const Computed& computed) {
    auto found = turns_.find(name);
    if (found == turns_.end()) found = turns_.emplace(name, Turns{}).first;
    Turns& turns = found->second;
    const std::size_t turn = turns.next++;
    const auto [student, wrong] =
        turn < turns.student.size() ? turns.student[turn] : std::pair(nullptr, false);
    const bool alike = student != nullptr && same_but_for_ones(student->shape, computed.shape);
    const bool compared_only = given_.compared_only.contains(found->first);
    const bool fits = alike && student->complete() && !compared_only;
    const bool other_size =
        student != nullptr && !name.empty() &&
        (student->values.size() != element_count(computed.shape) || compared_only);
    other_size_ = other_size_ || other_size;
    if (marks_.size() == 1 && places_.size() < wire::place_limit) {
      turns.places.push_back(places_.size());
      places_.push_back(
          {{found->first, name.empty() ? turn : 0}, computed.copy(), student != nullptr, wrong});
      marks_.back().push_back(0);
    }
    now_ = nullptr;
    if (turn >= turns.places.size()) return fits ? student : nullptr;
    const std::size_t place = turns.places[turn];
    const Tensor& own = places_[place].own;
    now_ = &marks_.back()[place];
    const bool solution = marks_.size() == 1;
    if (!solution && computed.same_bits(own)) {
      constexpr unsigned same = came_there | gave_the_students | made_not_finite;
      *now_ |= marks_.front()[place] & same;
    } else {
      *now_ |= marks_at(computed.copy(), alike ? student : nullptr, solution ? nullptr : &own);
    }
    if (with_others_ && other_size) return &others_than(own);
    return fits ? student : nullptr;
  }

  void went_on() {
    if (now_ != nullptr) *now_ |= went_on_with_students;
  }

  /// Adds what is wrong here.
  void add_wrong(std::set<Subject>& subjects) const {
    for (std::size_t i = 0; i < places_.size(); ++i) {
      if (is_wrong(i)) subjects.insert(places_[i].subject);
    }
  }

  /// Leaves of `subjects` those of which the running version has had the student's numbers wherever
  /// they are wrong, and were not those of the solution. What rests on another shape tells nothing.
  void keep_explained(std::set<Subject>& subjects) const {
    for (std::size_t i = 0; i < places_.size(); ++i) {
      const unsigned marks = marks_.back()[i];
      const bool differs = (marks & came_there) == 0 || (marks & differs_from_solution) != 0;
      const bool same = (marks & gave_the_students) != 0;
      if ((marks_.front()[i] & rests_on_other_shape) != 0) continue;
      if (is_wrong(i) && !(differs && same)) subjects.erase(places_[i].subject);
      // Beside another shape a mistake is not told at one of its steps alone.
      const bool compared =
          places_[i].recorded && differs && !same && (marks & made_not_finite) == 0;
      if (compared && !given_.compared_only.empty() &&
          !given_.compared_only.contains(places_[i].subject.first))
        return subjects.clear();
    }
  }

  /// The marks of all versions, and the solution's steps.
  void tell(Replayed& replayed) const {
    Tensor marks{{given_.versions, places_.size()}, {}};
    for (const auto& row : marks_) marks.values.insert(marks.values.end(), row.begin(), row.end());
    marks.values.resize(element_count(marks.shape));
    replayed.results.insert(replayed.results.begin(), std::move(marks));
    std::size_t elements = 0;
    for (const Place& place : places_) {
      const std::string& name = place.subject.first;
      if (name.empty()) continue;
      const std::size_t count = place.own.values.size();
      const bool sent =
          elements + count <= wire::element_limit && place.own.shape.size() <= wire::rank_limit;
      if (sent) elements += count;
      replayed.steps.push_back({name, sent ? place.own : Tensor{{0}, {}}});
    }
  }

 private:
  unsigned marks_at(Tensor computed, const Tensor* student, const Tensor* own) const {
    const auto is_finite = [](double value) { return std::isfinite(value); };
    unsigned marks = came_there;
    if (!std::ranges::all_of(computed.values, is_finite)) marks |= made_not_finite;
    if (student != nullptr) computed.shape = student->shape;  // as its was made the solution's
    if (student != nullptr && compare(*student, computed, given_.tolerance).matches())
      marks |= gave_the_students;
    if (own != nullptr && !compare(computed, *own, given_.tolerance).matches())
      marks |= differs_from_solution;
    return marks;
  }

  /// Whether known mistakes are looked for here: it is not right, and not what the solution makes
  /// of the student's earlier steps.
  bool is_wrong(std::size_t place) const {
    return places_[place].wrong && (marks_.front()[place] & gave_the_students) == 0;
  }

  const Tensor& others_than(const Tensor& own) {
    others_ = own;
    for (double& value : others_.values) value = 1.5 * value + 0.25;
    return others_;
  }

  const Given& given_;
  std::map<std::string, Turns, std::less<>> turns_;
  std::vector<Place> places_;
  std::vector<std::vector<unsigned>> marks_;
  unsigned* now_ = nullptr;
  bool other_size_ = false;   ///< the student has a step of another size
  bool with_others_ = false;  ///< the running version goes on with others in place of these
  Tensor others_;
};

/// A global, since record() reaches it from anywhere.
Replay* under_way = nullptr;

std::string words_of_exception() {
  try {
    throw;
  } catch (const std::exception& error) {
    return error.what();
  } catch (...) {
    return "no exception of the standard library";
  }
}

}  // namespace

bool replaying() { return under_way != nullptr; }

const double* replay_step(std::string_view name, std::size_t rank, const std::size_t* shape,
                          const double* values) {
  if (name.empty()) return nullptr;
  const Tensor* given =
      under_way->take(name.substr(0, wire::text_limit), {Shape(shape, shape + rank), values});
  return given != nullptr ? given->values.data() : nullptr;
}

void went_on() { under_way->went_on(); }

std::vector<Replayed> replay(void (*version)(unsigned, Call&), std::span<const Tensor> inputs,
                             const Given& given) {
  std::vector<Replayed> replayed(given.cases.size());
  std::vector<Replay> replays;
  for (const Recorded& recorded : given.cases) replays.emplace_back(given, recorded);
  const std::size_t each = inputs.size() / std::max<std::size_t>(replays.size(), 1);
  const auto run = [&](unsigned number, std::size_t at) {
    under_way = &replays[at];
    Call call{Inputs(inputs.subspan(at * each, each)), {}, {}};
    try {
      version(number, call);
      for (const Tensor& result : call.results)
        under_way->take("", {result.shape, result.values.data()});
    } catch (...) {
      call.results.clear();
      if (number == 0) replayed[at].text = words_of_exception();
    }
    under_way = nullptr;
    return std::move(call.results);
  };
  std::set<Subject> wrong;
  for (std::size_t at = 0; at < replays.size(); ++at) {
    replays[at].begin();
    replayed[at].results = run(0, at);
    if (replays[at].begin_with_others()) {
      run(0, at);
      replays[at].end_with_others();
    }
    replays[at].add_wrong(wrong);
  }
  for (unsigned number = 1; number < given.versions; ++number) {
    std::set<Subject> may_explain = wrong;
    for (std::size_t at = 0; at < replays.size(); ++at) {
      replays[at].begin();
      if (at > 0 && may_explain.empty()) continue;
      run(number, at);
      replays[at].keep_explained(may_explain);
    }
  }
  for (std::size_t at = 0; at < replays.size(); ++at) replays[at].tell(replayed[at]);
  return replayed;
}

}  // namespace grader::harness
