#include "harness/replay.hpp"

#include "judge/compare.hpp"
#include "protocol/wire.hpp"

#include <cmath>
#include <cstring>
#include <exception>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace grader::harness {
namespace {

/// An array as the running version has it.
struct Computed {
  Shape shape;
  const double* values = nullptr;

  Computed(Shape of, const double* first) : shape(std::move(of)), values(first) {}
  Computed(const Tensor& array) : Computed(array.shape, array.values.data()) {}

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
  Tensor own;             ///< as the solution computed it
  const Tensor* student;  ///< what the student has, where something
  bool wrong;             ///< and it is not that of the reference data
};

/// What belongs to one name.
struct Turns {
  std::vector<std::pair<const Tensor*, bool>> student;  ///< and whether it is wrong
  std::vector<std::size_t> places;                      ///< of the solution
  std::size_t next = 0;                                 ///< of the running version
};

using Numbers = std::vector<double>;

/// What a version did at each place: a sum of ReplayMarks.
using Row = std::vector<unsigned>;

/// The numbers of two versions.
using Pair = std::pair<unsigned, unsigned>;

/// The factor that makes `to` of `from`, where there is one.
std::optional<double> factor_between(const Numbers& from, const Numbers& to) {
  const auto size = [](double a, double b) { return std::abs(a) < std::abs(b); };
  const auto largest = std::ranges::max_element(from, size);
  if (largest == from.end()) return std::nullopt;
  const double factor = to[static_cast<std::size_t>(largest - from.begin())] / *largest;
  for (std::size_t i = 0; i < from.size(); ++i)
    if (!(std::abs(factor * from[i] - to[i]) <= 1e-10 * std::abs(factor * *largest)))
      return std::nullopt;
  return factor;
}

/// What a program may have where two mistakes were made, of which one alone makes `first` of the
/// solution's `own`, and the other `second`: the numbers of one scaled as the other scales; or
/// those of one, but for what the other sets to one number or leaves out; or what both add. None
/// where both scale: that is some other mistake.
std::vector<Numbers> both_made(const Numbers& own, const Numbers& first, const Numbers& second,
                               const Tolerance& tolerance) {
  if (first.size() != own.size() || second.size() != own.size()) return {};
  if (first == second) return {first};
  const std::pair<const Numbers&, const Numbers&> orders[] = {{first, second}, {second, first}};
  std::vector<Numbers> made;
  for (const auto& [one, other] : orders) {
    const auto factor = factor_between(own, one);
    if (!factor) continue;
    made.push_back(other);
    for (double& number : made.back()) number *= *factor;
  }
  if (made.size() == 2 && own.size() > 1) return {};
  for (const auto& [one, other] : orders) {
    Numbers set = other;
    const double* number = nullptr;
    bool sets = true;
    for (std::size_t i = 0; i < own.size() && sets; ++i) {
      if (element_matches(one[i], own[i], tolerance)) continue;
      if (number == nullptr) number = &one[i];
      sets = one[i] == *number;
      set[i] = *number;
    }
    if (sets) made.push_back(std::move(set));
  }
  made.push_back(first);
  for (std::size_t i = 0; i < own.size(); ++i) made.back()[i] += second[i] - own[i];
  return made;
}

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

  /// A version begins: the solution, 0, first. `with_others`: where the student's step has another
  /// shape it goes on with other numbers, to see which places rest on such a step.
  void begin(unsigned number, bool with_others) {
    for (auto& [name, turns] : turns_) turns.next = 0;
    number_ = number;
    row_.assign(places_.size(), 0);
    with_others_ = with_others;
  }

  /// It has ended.
  Row end() { return std::move(row_); }

  /// Keeps the row of the next version, which is told.
  void keep(Row row) { rows_.push_back(std::move(row)); }
  const Row& row_of(std::size_t version) const { return rows_[version]; }
  void replace(std::size_t version, Row row) { rows_[version] = std::move(row); }

  /// From now on the numbers are kept that versions change at places of these.
  void keep_numbers(const std::set<Subject>& subjects) { kept_ = subjects; }

  /// What a program with two mistakes does at each place, if no step that it did not record comes
  /// between them: each place is that of the version that changes it, or what both make of it.
  Row together(unsigned first, unsigned second) const {
    Row row = rows_.front();
    for (std::size_t i = 0; i < row.size(); ++i) {
      const unsigned one = rows_[first][i], other = rows_[second][i];
      if (changes_place(one) && changes_place(other))
        row[i] =
            reached | differs_from_solution | (both_at(i, first, second) ? matches_student : 0);
      else if (changes_place(one) || changes_place(other))
        row[i] = changes_place(one) ? one : other;
    }
    return row;
  }

  /// Whether the version changes a place of one of `subjects` that is wrong.
  bool touches(const std::set<Subject>& subjects, const Row& row) const {
    for (std::size_t i = 0; i < places_.size(); ++i) {
      if (changes_place(row[i]) && is_wrong(i) && subjects.contains(places_[i].subject))
        return true;
    }
    return false;
  }

  /// Whether the version has something else than the student where the student's is known.
  bool contradicts(const Row& row) const {
    for (std::size_t i = 0; i < places_.size(); ++i) {
      if (places_[i].student != nullptr && changes_place(row[i]) &&
          (row[i] & matches_student) == 0 && !rests(i))
        return true;
    }
    return false;
  }

  /// Whether the student has a step of another size.
  bool has_other_size() const { return other_size_; }

  /// Marks what came out differently, or not at all, where the solution went on with others there.
  void mark_resting(const Row& row) {
    for (std::size_t i = 0; i < row.size(); ++i)
      if (changes_place(row[i])) rows_.front()[i] |= rests_on_other_shape;
  }

  /// Takes what the version computed. Returns the student's where the shape is the same.
  const Tensor* take(std::string_view name, const Computed& computed) {
    auto& [step, turns] = *turns_.try_emplace(std::string(name)).first;
    const std::size_t turn = turns.next++;
    const auto [student, wrong] =
        turn < turns.student.size() ? turns.student[turn] : std::pair(nullptr, false);
    const bool alike = student != nullptr && same_but_for_ones(student->shape, computed.shape);
    const bool compared_only = given_.compared_only.contains(step);
    const bool fits = alike && student->complete() && !compared_only;
    const bool other_size =
        student != nullptr && !name.empty() &&
        (student->values.size() != element_count(computed.shape) || compared_only);
    other_size_ = other_size_ || other_size;
    const bool solution = rows_.empty();
    if (solution && places_.size() < wire::place_limit) {
      turns.places.push_back(places_.size());
      const Subject subject{step, step.empty() ? turn : 0};
      places_.push_back({subject, computed.copy(), student, wrong});
      row_.push_back(0);
    }
    now_ = nullptr;
    if (turn >= turns.places.size()) return fits ? student : nullptr;
    const std::size_t place = turns.places[turn];
    const Tensor& own = places_[place].own;
    now_ = &row_[place];
    if (!solution && computed.same_bits(own)) {
      constexpr unsigned same = reached | matches_student | made_not_finite;
      *now_ |= rows_.front()[place] & same;
    } else {
      *now_ |= marks_at(computed.copy(), alike ? student : nullptr, solution ? nullptr : &own);
    }
    if (kept_.contains(places_[place].subject) && (*now_ & differs_from_solution) != 0)
      numbers_[{number_, place}] = computed.copy().values;
    if (with_others_ && other_size) return &others_than(own);
    return fits ? student : nullptr;
  }

  void went_on() {
    if (now_ != nullptr) *now_ |= uses_student;
  }

  /// What is wrong here.
  std::set<Subject> wrong() const {
    std::set<Subject> subjects;
    for (std::size_t i = 0; i < places_.size(); ++i) {
      if (is_wrong(i)) subjects.insert(places_[i].subject);
    }
    return subjects;
  }

  /// Keeps the steps whose wrong values this version reproduces in every case. What rests on
  /// another shape tells nothing.
  void keep_explained(const Row& row, std::set<Subject>& subjects) const {
    for (std::size_t i = 0; i < places_.size(); ++i) {
      const bool differs = changes_place(row[i]);
      const bool same = (row[i] & matches_student) != 0;
      if (rests(i)) continue;
      if (is_wrong(i) && !(differs && same)) subjects.erase(places_[i].subject);
      // Beside another shape a mistake is not told at one of its steps alone.
      const bool compared =
          places_[i].student != nullptr && differs && !same && (row[i] & made_not_finite) == 0;
      if (compared && !given_.compared_only.empty() &&
          !given_.compared_only.contains(places_[i].subject.first))
        return subjects.clear();
    }
  }

  /// The marks of all versions, and the solution's steps.
  void tell(Replayed& replayed, const std::vector<Pair>& pairs) const {
    Tensor marks{{given_.versions + pairs.size(), places_.size()}, {}};
    for (const Row& row : rows_) marks.values.insert(marks.values.end(), row.begin(), row.end());
    marks.values.resize(element_count(marks.shape));
    Tensor numbers{{pairs.size(), 2}, {}};
    for (const auto& [first, second] : pairs)
      numbers.values.insert(numbers.values.end(), {1.0 * first, 1.0 * second});
    replayed.results.insert(replayed.results.begin(), {std::move(marks), std::move(numbers)});
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
  /// Whether the student has at a place what these two versions make of it together.
  bool both_at(std::size_t place, unsigned first, unsigned second) const {
    const auto one = numbers_.find({first, place}), other = numbers_.find({second, place});
    const Tensor* const student = places_[place].student;
    if (one == numbers_.end() || other == numbers_.end() || student == nullptr) return false;
    const auto is_students = [&](const Numbers& made) {
      return student->values.size() == made.size() &&
             compare(*student, {student->shape, made}, given_.tolerance).matches();
    };
    return std::ranges::any_of(
        both_made(places_[place].own.values, one->second, other->second, given_.tolerance),
        is_students);
  }

  unsigned marks_at(Tensor computed, const Tensor* student, const Tensor* own) const {
    unsigned marks = reached;
    if (!is_finite(computed)) marks |= made_not_finite;
    if (student != nullptr) computed.shape = student->shape;  // as its was made the solution's
    if (student != nullptr && compare(*student, computed, given_.tolerance).matches())
      marks |= matches_student;
    if (own != nullptr && !compare(computed, *own, given_.tolerance).matches())
      marks |= differs_from_solution;
    return marks;
  }

  /// Whether known mistakes are looked for here: it is not right, and not what the solution makes
  /// of the student's earlier steps.
  bool is_wrong(std::size_t place) const {
    return places_[place].wrong && (rows_.front()[place] & matches_student) == 0;
  }

  bool rests(std::size_t place) const { return (rows_.front()[place] & rests_on_other_shape) != 0; }

  const Tensor& others_than(const Tensor& own) {
    others_ = own;
    for (double& value : others_.values) value = 1.5 * value + 0.25;
    return others_;
  }

  const Given& given_;
  std::map<std::string, Turns, std::less<>> turns_;
  std::vector<Place> places_;
  std::vector<Row> rows_;  ///< of all versions, then of pairs
  Row row_;                ///< of the running version
  unsigned number_ = 0;    ///< its own
  std::set<Subject> kept_;
  std::map<std::pair<unsigned, std::size_t>, Numbers> numbers_;  ///< by version and place
  unsigned* now_ = nullptr;
  bool other_size_ = false, with_others_ = false;
  Tensor others_;
};

/// A global, since record() reaches it from anywhere.
Replay* under_way = nullptr;

/// All cases of a replay.
class Replays {
 public:
  Replays(void (*version)(unsigned, Call&), std::span<const Tensor> inputs, const Given& given)
      : version_(version), inputs_(inputs), given_(given) {
    for (const Recorded& recorded : given.cases) cases_.emplace_back(given, recorded);
  }

  std::vector<Replayed> run() {
    std::vector<Replayed> replayed(cases_.size());
    std::set<Subject> wrong;
    for (std::size_t at = 0; at < cases_.size(); ++at) {
      Replay& one = cases_[at];
      one.keep(run(0, at, false, &replayed[at].results, &replayed[at].text));
      if (one.has_other_size()) one.mark_resting(run(0, at, true));
      wrong.merge(one.wrong());
    }
    std::set<Subject> unexplained = wrong;
    for (unsigned number = 1; number < given_.versions; ++number) {
      std::set<Subject> may_explain = wrong;
      for (std::size_t at = 0; at < cases_.size(); ++at) {
        const bool runs = at == 0 || !may_explain.empty();
        Row row = runs ? run(number, at) : Row(cases_[at].row_of(0).size(), 0U);
        if (runs) cases_[at].keep_explained(row, may_explain);
        cases_[at].keep(std::move(row));
      }
      for (const Subject& subject : may_explain) unexplained.erase(subject);
    }
    if (given_.most_pairs > 0 && !unexplained.empty()) find_pairs(unexplained);
    for (std::size_t at = 0; at < cases_.size(); ++at) cases_[at].tell(replayed[at], pairs_);
    return replayed;
  }

 private:
  /// Runs a version on a case. What it computes goes to `results`, what it throws to `thrown`.
  Row run(unsigned number, std::size_t at, bool with_others = false,
          std::vector<Tensor>* results = nullptr, std::string* thrown = nullptr) {
    Replay& one = cases_[at];
    one.begin(number, with_others);
    under_way = &one;
    std::vector<Tensor> computed = called(number, at, thrown);
    for (const Tensor& result : computed) one.take("", result);
    under_way = nullptr;
    if (results != nullptr) *results = std::move(computed);
    return one.end();
  }

  /// The results of a version; none where it throws.
  std::vector<Tensor> called(unsigned number, std::size_t at, std::string* thrown = nullptr) const {
    const std::size_t each = inputs_.size() / cases_.size();
    Call call{Inputs(inputs_.subspan(at * each, each)), {}, {}};
    std::string text;
    try {
      version_(number, call);
      return std::move(call.results);
    } catch (const std::exception& error) {
      text = error.what();
    } catch (...) {
      text = "no exception of the standard library";
    }
    if (thrown != nullptr) *thrown = text;
    return {};
  }

  /// Finds the pairs that have some of what is wrong, and of which neither has it alone.
  void find_pairs(const std::set<Subject>& open) {
    for (Replay& one : cases_) one.keep_numbers(open);
    const std::set<Subject> first = cases_.front().wrong();
    const bool shown =
        std::ranges::any_of(open, [&](const Subject& subject) { return first.contains(subject); });
    std::vector<unsigned> candidates;
    for (unsigned number = 1; number < given_.versions; ++number) {
      // On the first case all have run.
      if (shown && !cases_.front().touches(open, cases_.front().row_of(number))) continue;
      candidates.push_back(number);
      for (std::size_t at = 0; at < cases_.size(); ++at)
        cases_[at].replace(number, run(number, at));
    }
    for (std::size_t i = 0; i < candidates.size(); ++i)
      for (std::size_t k = i + 1; k < candidates.size() && pairs_.size() < given_.most_pairs; ++k)
        keep_pair({candidates[i], candidates[k]}, open);
  }

  /// Keeps a pair that explains some of these in all cases.
  void keep_pair(const Pair& pair, std::set<Subject> explained) {
    std::vector<Row> rows;
    for (const Replay& one : cases_) {
      rows.push_back(one.together(pair.first, pair.second));
      one.keep_explained(rows.back(), explained);
      if (explained.empty() || one.contradicts(rows.back())) return;
    }
    pairs_.push_back(pair);
    for (std::size_t at = 0; at < cases_.size(); ++at) cases_[at].keep(std::move(rows[at]));
  }

  void (*version_)(unsigned, Call&);
  std::span<const Tensor> inputs_;
  const Given& given_;
  std::vector<Replay> cases_;
  std::vector<Pair> pairs_;
};

}  // namespace

bool replaying() { return under_way != nullptr; }

const double* replay_step(std::string_view name, std::size_t rank, const std::size_t* shape,
                          const double* values) {
  if (name.empty()) return nullptr;
  name = name.substr(0, wire::text_limit);
  const Computed computed{Shape(shape, shape + rank), values};
  const Tensor* given = under_way->take(name, computed);
  return given != nullptr ? given->values.data() : nullptr;
}

void went_on() { under_way->went_on(); }

std::vector<Replayed> replay(void (*version)(unsigned, Call&), std::span<const Tensor> inputs,
                             const Given& given) {
  return Replays(version, inputs, given).run();
}

}  // namespace grader::harness
