#include "harness/replay.hpp"

#include "judge/compare.hpp"
#include "protocol/wire.hpp"

#include <algorithm>
#include <cmath>
#include <exception>
#include <map>
#include <utility>

namespace grader::harness {
namespace {

/// A step of the solution, or one of its results, which have no name.
struct Place {
  std::string name;
  Tensor own;             ///< as the solution computed it
  const Tensor* student;  ///< null where there is none
};

/// The replay under way.
class Replay {
 public:
  explicit Replay(const Given& given) : given_(given) {
    for (const NamedTensor& step : given.steps) {
      if (!step.name.empty()) recorded_[step.name].push_back(&step.tensor);
    }
    for (const Tensor& result : given.results) recorded_[""].push_back(&result);
  }

  /// The next version begins: the solution first.
  void begin() {
    turns_.clear();
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
    const std::vector<unsigned> row = std::move(marks_.back());
    marks_.pop_back();
    for (std::size_t i = 0; i < row.size(); ++i) {
      if ((row[i] & came_there) == 0 || (row[i] & differs_from_solution) != 0)
        marks_.front()[i] |= rests_on_other_shape;
    }
  }

  /// Takes what the version computed. Returns the student's where the shape is the same.
  const Tensor* take(const std::string& name, Tensor computed) {
    const std::size_t turn = turns_[name]++;
    const auto student = student_of(name, turn);
    const bool fits = student != nullptr && same_but_for_ones(student->shape, computed.shape) &&
                      student->complete() && !given_.compared_only.contains(name);
    other_size_ = other_size_ || has_other_size(name, student, computed);
    now_ = place_of(name, turn, computed, student);
    if (now_ == nullptr) return fits ? student : nullptr;
    *now_ |= came_there;
    if (!std::ranges::all_of(computed.values, [](double value) { return std::isfinite(value); }))
      *now_ |= made_not_finite;
    if (student != nullptr && same_but_for_ones(student->shape, computed.shape))
      computed.shape = student->shape;  // as the student's was made the solution's
    if (student != nullptr && compare(*student, computed, given_.tolerance).matches())
      *now_ |= gave_the_students;
    const Tensor& own = places_[static_cast<std::size_t>(now_ - marks_.back().data())].own;
    if (marks_.size() > 1 && !compare(computed, own, given_.tolerance).matches())
      *now_ |= differs_from_solution;
    if (with_others_ && has_other_size(name, student, computed)) return &others_than(own);
    return fits ? student : nullptr;
  }

  void went_on() {
    if (now_ != nullptr) *now_ |= went_on_with_students;
  }

  /// The marks of all versions, and the solution's steps.
  void tell(Replayed& replayed) const {
    Tensor marks{{marks_.size(), places_.size()}, {}};
    for (const auto& row : marks_) marks.values.insert(marks.values.end(), row.begin(), row.end());
    replayed.results.insert(replayed.results.begin(), std::move(marks));
    std::size_t elements = 0;
    for (const Place& place : places_) {
      if (place.name.empty()) continue;
      const std::size_t count = place.own.values.size();
      const bool sent =
          elements + count <= wire::element_limit && place.own.shape.size() <= wire::rank_limit;
      if (sent) elements += count;
      replayed.steps.push_back({place.name, sent ? place.own : Tensor{{0}, {}}});
    }
  }

 private:
  bool has_other_size(const std::string& name, const Tensor* student,
                      const Tensor& computed) const {
    return student != nullptr && !name.empty() &&
           (student->values.size() != computed.values.size() ||
            given_.compared_only.contains(name));
  }

  const Tensor& others_than(const Tensor& own) {
    others_ = own;
    for (double& value : others_.values) value = 1.5 * value + 0.25;
    return others_;
  }

  const Tensor* student_of(const std::string& name, std::size_t turn) const {
    const auto found = recorded_.find(name);
    return found != recorded_.end() && turn < found->second.size() ? found->second[turn] : nullptr;
  }

  /// The mark of the running version there; null where the solution has no such place.
  unsigned* place_of(const std::string& name, std::size_t turn, const Tensor& computed,
                     const Tensor* student) {
    if (marks_.size() == 1 && places_.size() < wire::place_limit) {
      numbers_[{name, turn}] = places_.size();
      places_.push_back({name, computed, student});
      marks_.back().push_back(0);
    }
    const auto found = numbers_.find({name, turn});
    return found == numbers_.end() ? nullptr : &marks_.back()[found->second];
  }

  const Given& given_;
  std::map<std::string, std::vector<const Tensor*>> recorded_;
  std::map<std::string, std::size_t> turns_;  ///< of the running version, so far
  std::vector<Place> places_;
  std::map<std::pair<std::string, std::size_t>, std::size_t> numbers_;
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
  Tensor computed{Shape(shape, shape + rank), {}};
  computed.values.assign(values, values + element_count(computed.shape));
  const Tensor* given =
      under_way->take(std::string(name.substr(0, wire::text_limit)), std::move(computed));
  return given != nullptr ? given->values.data() : nullptr;
}

void went_on() { under_way->went_on(); }

Replayed replay(void (*version)(unsigned, Call&), const std::vector<Tensor>& inputs,
                const Given& given) {
  Replayed replayed;
  Replay replay(given);
  under_way = &replay;
  const auto run = [&](unsigned number) {
    Call call{Inputs(inputs), {}, {}};
    version(number, call);
    for (const Tensor& result : call.results) replay.take("", result);
    return std::move(call.results);
  };
  for (unsigned number = 0; number < given.versions; ++number) {
    replay.begin();
    try {
      std::vector<Tensor> results = run(number);
      if (number == 0) replayed.results = std::move(results);
    } catch (...) {
      if (number == 0) replayed.text = words_of_exception();
    }
  }
  if (replay.begin_with_others()) {
    try {
      run(0);
    } catch (...) {  // the places that it does not come to rest on these steps
    }
    replay.end_with_others();
  }
  under_way = nullptr;
  replay.tell(replayed);
  return replayed;
}

}  // namespace grader::harness
