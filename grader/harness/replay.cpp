#include "harness/replay.hpp"

#include "harness/fiber.hpp"
#include "judge/compare.hpp"
#include "protocol/wire.hpp"

#include <cmath>
#include <cstring>
#include <exception>
#include <functional>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

namespace grader::harness {
namespace {

/// An array as the running version has it.
struct Computed {
  Shape shape;
  const double* values = nullptr;

  Computed() = default;
  Computed(Shape of, const double* first) : shape(std::move(of)), values(first) {}
  Computed(const Tensor& array) : Computed(array.shape, array.values.data()) {}

  bool same_bits(const Tensor& other) const {
    return shape == other.shape &&
           (other.values.empty() ||
            std::memcmp(values, other.values.data(), other.values.size() * sizeof(double)) == 0);
  }
  std::vector<double> numbers() const { return {values, values + element_count(shape)}; }
  Tensor copy() const { return {shape, numbers()}; }
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

/// What a version changes itself on a case, given the student's steps, else the solution's.
struct Changes {
  std::vector<bool> places;
  std::map<std::size_t, Numbers> numbers;  ///< that it has there, where it comes there
  bool operator<(const Changes& other) const {
    return std::tie(places, numbers) < std::tie(other.places, other.numbers);
  }
};

/// What a version goes on with at a step, where not with the student's.
enum class Otherwise {
  its_own,
  solutions,  ///< to see what it changes itself
  others,     ///< where the student's has another shape, to see which places rest on such a step
};

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
/// those of one, but for what the other sets to one number or leaves out; or, where it is known
/// what the student has, what both add. None where both scale: that is some other mistake.
std::vector<Numbers> both_made(const Numbers& own, const Numbers& first, const Numbers& second,
                               const Tolerance& tolerance, bool known) {
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
  if (!known) return made;
  made.push_back(first);
  for (std::size_t i = 0; i < own.size(); ++i) made.back()[i] += second[i] - own[i];
  return made;
}

bool change_one_place(const Changes& a, const Changes& b) {
  for (std::size_t i = 0; i < a.places.size(); ++i)
    if (a.places[i] && b.places[i]) return true;
  return false;
}

/// The numbers of two versions.
using Pair = std::pair<unsigned, unsigned>;

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

  /// A version begins: the solution first.
  void begin(Otherwise otherwise = Otherwise::its_own) {
    for (auto& [name, turns] : turns_) turns.next = 0;
    row_.assign(places_.size(), 0);
    otherwise_ = otherwise;
  }

  /// It has ended.
  Row end() { return std::move(row_); }

  /// Keeps the row of the next version, which is told.
  void keep(Row row) { rows_.push_back(std::move(row)); }
  const Row& row_of(std::size_t version) const { return rows_[version]; }

  /// Whether the student has a step of another size.
  bool has_other_size() const { return other_size_; }

  /// Marks what came out differently, or not at all, where the solution went on with others there.
  void mark_resting(const Row& row) {
    for (std::size_t i = 0; i < row.size(); ++i)
      if (changes_place(row[i])) rows_.front()[i] |= rests_on_other_shape;
  }

  /// What the version changed that has ended, and that went on with the solution's.
  Changes changes(const Row& row) {
    Changes changes{{}, std::exchange(numbers_, {})};
    for (const unsigned marks : row) changes.places.push_back(changes_place(marks));
    return changes;
  }

  /// The place of what the running version will take next under that name.
  std::optional<std::size_t> next_place(std::string_view name) const {
    const auto found = turns_.find(name);
    if (found == turns_.end() || found->second.next >= found->second.places.size())
      return std::nullopt;
    return found->second.places[found->second.next];
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

  /// What a program with two mistakes has at a place that both change, of which one alone has
  /// `first`, and the other `second`: what the student has, where it may. Empty where it is
  /// unknown.
  Numbers both_at(std::size_t place, const Numbers& first, const Numbers& second) const {
    std::vector<Numbers> all = both_made(places_[place].own.values, first, second, given_.tolerance,
                                         places_[place].student != nullptr);
    if (all.empty()) return {};
    const auto is_students = [&](const Numbers& made) { return has(place, made); };
    const auto found = std::ranges::find_if(all, is_students);
    return std::move(found != all.end() ? *found : all.front());
  }

  /// Whether the student may have what both make together, judged by the places that both change,
  /// up to the first changed one that is not known.
  bool may_have(const Changes& first, const Changes& second) const {
    bool known = true;
    for (std::size_t i = 0; i < places_.size(); ++i) {
      if (!first.places[i] && !second.places[i]) continue;
      const Tensor* const student = places_[i].student;
      known = known && student != nullptr;
      if (!first.places[i] || !second.places[i]) continue;
      const auto one = first.numbers.find(i), other = second.numbers.find(i);
      if (one == first.numbers.end() || other == second.numbers.end()) return false;
      const bool compared =
          known && student->complete() && !given_.compared_only.contains(places_[i].subject.first);
      const Numbers made = both_at(i, one->second, other->second);
      if (made.empty() || (compared && !has(i, made))) return false;
    }
    return true;
  }

  /// Whether the student has each step: then no two mistakes lie between two of them.
  bool records_all() const {
    return std::ranges::all_of(places_, [](const Place& place) {
      return place.student != nullptr || place.subject.first.empty();
    });
  }

  /// How many numbers the solution's places have.
  std::size_t size() const {
    std::size_t count = 0;
    for (const Place& place : places_) count += place.own.values.size();
    return count;
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
    if (otherwise_ == Otherwise::others && other_size) return &others_than(own);
    const bool with_own = otherwise_ == Otherwise::solutions;
    if (with_own && (*now_ & differs_from_solution) != 0)
      numbers_.emplace(place, computed.numbers());
    if (fits) return student;
    return with_own && same_but_for_ones(own.shape, computed.shape) ? &own : nullptr;
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

  /// Leaves of `subjects` those of which the version has had the student's numbers wherever they
  /// are wrong, and were not those of the solution. What rests on another shape tells nothing.
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
  /// Whether the student has these numbers at a place.
  bool has(std::size_t place, const Numbers& numbers) const {
    const Tensor* const student = places_[place].student;
    return student != nullptr && student->values.size() == numbers.size() &&
           compare(*student, {student->shape, numbers}, given_.tolerance).matches();
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
  unsigned* now_ = nullptr;
  bool other_size_ = false;
  Otherwise otherwise_ = Otherwise::its_own;
  std::map<std::size_t, Numbers> numbers_;  ///< that the running version changed itself
  Tensor others_;
};

/// Globals, since record() reaches them from anywhere.
Replay* under_way = nullptr;
class SideBySide;
SideBySide* side_by_side = nullptr;

/// Ends a version that need not go on.
struct Abandoned {};

/// Runs two versions. Both come to a step with the same earlier ones, and go on with the student's
/// array, or with that of the version that changes it, or with what both make of it together.
class SideBySide {
 public:
  using Version = std::function<std::vector<Tensor>()>;

  /// Runs two versions on a case. `changes` are those of each. A version returns its results, none
  /// where it throws.
  void run(Replay& replay, const Changes* const (&changes)[2], const Version (&versions)[2]) {
    side_by_side = this;
    abandoned_ = false;
    for (std::size_t i = 0; i < 2; ++i) {
      Side& side = sides_[i];
      side.changes = changes[i];
      side.results.clear();
      side.went_on = true;
      side.fiber.start([&side, &version = versions[i]] { side.results = version(); });
    }
    replay.begin();
    while (go_on() && meet(replay)) {
    }
    const bool both_ended = sides_[0].fiber.ended() && sides_[1].fiber.ended();
    abandoned_ = true;
    for (Side& side : sides_) side.fiber.resume();
    side_by_side = nullptr;
    if (both_ended) take_results(replay);
  }

  /// What a version does at a step: it waits for the other.
  const double* step(std::string_view name, const Computed& computed) {
    Side& side = *running_;
    side.name = name;
    side.computed = computed;
    side.given = nullptr;
    side.fiber.wait();
    if (abandoned_) throw Abandoned();
    return side.given;
  }

  void went_on() { running_->went_on = true; }

 private:
  struct Side {
    Fiber fiber;
    const Changes* changes = nullptr;
    std::string_view name;
    Computed computed;
    const double* given = nullptr;  ///< what it goes on with, where not with its own
    bool went_on = true;            ///< or need not
    std::vector<Tensor> results;
  };

  /// Lets both come to their next step. False where one has ended, or could not go on with what the
  /// other computed.
  bool go_on() {
    for (Side& side : sides_) {
      running_ = &side;
      side.fiber.resume();
      if (!side.went_on) return false;
    }
    return !sides_[0].fiber.ended() && !sides_[1].fiber.ended();
  }

  /// What both make at the next place of this name, where each comes there with this.
  Tensor together(const Replay& replay, std::string_view name, const Computed& first,
                  const Computed& second) const {
    const auto place = replay.next_place(name);
    const bool of_first = place && sides_[0].changes->places[*place];
    const bool of_second = place && sides_[1].changes->places[*place];
    if (of_first && of_second && first.shape == second.shape)
      return {first.shape, replay.both_at(*place, first.numbers(), second.numbers())};
    return (of_second ? second : first).copy();
  }

  /// Chooses what both go on with. False where they are at different steps, or cannot have it.
  bool meet(Replay& replay) {
    auto& [first, second] = sides_;
    if (first.name != second.name) return false;
    chosen_ = together(replay, first.name, first.computed, second.computed);
    if (!chosen_.complete()) return false;
    if (const Tensor* student = replay.take(first.name, chosen_)) {
      first.given = second.given = student->values.data();
      return true;
    }
    for (Side& side : sides_) {
      if (side.computed.shape != chosen_.shape) return false;
      if (side.computed.same_bits(chosen_)) continue;
      side.given = chosen_.values.data();
      side.went_on = false;
    }
    return true;
  }

  void take_results(Replay& replay) {
    const auto& first = sides_[0].results;
    const auto& second = sides_[1].results;
    for (std::size_t i = 0; i < std::min(first.size(), second.size()); ++i) {
      const Tensor result = together(replay, "", first[i], second[i]);
      if (!result.complete()) return;
      replay.take("", result);
    }
  }

  Side sides_[2];
  Side* running_ = nullptr;
  Tensor chosen_;
  bool abandoned_ = false;
};

/// All cases of a replay.
class Replays {
 public:
  Replays(void (*version)(unsigned, Call&), std::span<const Tensor> inputs, const Given& given)
      : version_(version), inputs_(inputs), given_(given) {
    for (const Recorded& recorded : given.cases) cases_.emplace_back(given, recorded);
  }

  std::vector<Replayed> run() {
    std::vector<Replayed> replayed(cases_.size());
    for (std::size_t at = 0; at < cases_.size(); ++at) {
      Replay& one = cases_[at];
      one.keep(run(0, at, Otherwise::its_own, &replayed[at].results, &replayed[at].text));
      if (one.has_other_size()) one.mark_resting(run(0, at, Otherwise::others));
      unexplained_.merge(one.wrong());
    }
    const std::set<Subject> wrong = unexplained_;
    for (unsigned number = 1; number < given_.versions; ++number) {
      std::set<Subject> may_explain = wrong;
      for (std::size_t at = 0; at < cases_.size(); ++at) {
        const bool runs = at == 0 || !may_explain.empty();
        Row row = runs ? run(number, at) : Row(cases_[at].row_of(0).size(), 0U);
        if (runs) cases_[at].keep_explained(row, may_explain);
        cases_[at].keep(std::move(row));
      }
      for (const Subject& subject : may_explain) unexplained_.erase(subject);
    }
    if (!given_.costs.empty() && !unexplained_.empty()) find_pairs();
    for (std::size_t at = 0; at < cases_.size(); ++at) cases_[at].tell(replayed[at], pairs_);
    return replayed;
  }

 private:
  /// Runs a version on a case. What it computes goes to `results`, what it throws to `thrown`.
  Row run(unsigned number, std::size_t at, Otherwise otherwise = Otherwise::its_own,
          std::vector<Tensor>* results = nullptr, std::string* thrown = nullptr) {
    Replay& one = cases_[at];
    one.begin(otherwise);
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

  /// The places that a version changes itself on a case.
  const Changes& changes(unsigned number, std::size_t at) {
    auto [found, is_new] = changes_.try_emplace({number, at});
    if (is_new) found->second = cases_[at].changes(run(number, at, Otherwise::solutions));
    return found->second;
  }

  /// What is wrong on a case and not explained.
  std::set<Subject> open_in(std::size_t at) const {
    std::set<Subject> open = cases_[at].wrong();
    std::erase_if(open, [&](const Subject& subject) { return !unexplained_.contains(subject); });
    return open;
  }

  /// The versions that change themselves something of which what is not explained is made, those
  /// together that do the same on this case. The simplest come first.
  std::vector<std::vector<unsigned>> candidates(std::size_t at) {
    std::map<Changes, std::vector<unsigned>> alike;
    for (unsigned number = 1; number < given_.versions; ++number) {
      // On the first case all have run.
      const Row row = at > 0 ? run(number, at) : cases_[at].row_of(number);
      if (cases_[at].touches(unexplained_, row)) alike[changes(number, at)].push_back(number);
    }
    std::vector<std::vector<unsigned>> found;
    for (auto& [own, numbers] : alike) found.push_back(std::move(numbers));
    std::ranges::sort(found, {}, [&](const std::vector<unsigned>& numbers) {
      const auto cost = [&](unsigned number) { return given_.costs.at(number - 1); };
      return std::pair(cost(*std::ranges::min_element(numbers, {}, cost)), numbers.front());
    });
    return found;
  }

  /// Runs the pair on a case, and leaves of `may_explain` what it explains there.
  Row run_pair(const Pair& pair, std::size_t at, std::set<Subject>& may_explain) {
    const Changes &first = changes(pair.first, at), &second = changes(pair.second, at);
    Replay& replay = cases_[at];
    if (!replay.may_have(first, second)) {
      may_explain.clear();
      return {};
    }
    side_by_side_.run(
        replay, {&first, &second},
        {[&] { return called(pair.first, at); }, [&] { return called(pair.second, at); }});
    Row row = replay.end();
    replay.keep_explained(row, may_explain);
    if (replay.contradicts(row)) may_explain.clear();
    return row;
  }

  /// Runs all pairs that may have what no version has.
  void find_pairs() {
    std::vector<std::vector<std::vector<unsigned>>> groups(cases_.size());
    std::size_t most = 0;
    for (std::size_t at = 0; at < cases_.size(); ++at) {
      if (!open_in(at).empty() && (at == 0 || !cases_[at].records_all()))
        groups[at] = candidates(at);
      most = std::max(most, groups[at].size());
    }
    // On the smallest case that shows nearly all, then on the smallest that shows most.
    std::size_t left = most_numbers;
    for (const std::size_t tenths : {9U, 10U}) {
      std::optional<std::size_t> start;
      for (std::size_t at = 0; at < cases_.size(); ++at) {
        if (10 * groups[at].size() < tenths * most) continue;
        if (!start || cases_[at].size() < cases_[*start].size()) start = at;
      }
      if (!start || !pairs_.empty()) return;
      // As many of the simplest as can be tried.
      const std::size_t each = cases_[*start].size() + run_as_numbers;
      const auto count = static_cast<std::size_t>(std::sqrt(static_cast<double>(left / each)));
      if (groups[*start].size() > count) groups[*start].resize(count);
      left -= groups[*start].size() * groups[*start].size() * each;
      find_pairs_on(*start, groups[*start]);
      groups[*start].clear();
    }
  }

  void find_pairs_on(std::size_t start, const std::vector<std::vector<unsigned>>& groups) {
    const std::set<Subject> open = open_in(start);
    const bool records_all = cases_[start].records_all();
    for (std::size_t i = 0; i < groups.size(); ++i) {
      for (std::size_t k = i + 1; k < groups.size(); ++k) {
        const Pair pair{groups[i].front(), groups[k].front()};
        if (records_all &&
            !change_one_place(changes(pair.first, start), changes(pair.second, start)))
          continue;
        std::set<Subject> explained = open;
        run_pair(pair, start, explained);
        if (explained.empty()) continue;
        for (const unsigned first : groups[i]) {
          for (const unsigned second : groups[k]) keep_pair({first, second}, explained);
        }
      }
    }
  }

  /// Keeps a pair that explains some of these in all cases.
  void keep_pair(const Pair& pair, std::set<Subject> explained) {
    std::vector<Row> rows;
    for (std::size_t at = 0; at < cases_.size() && !explained.empty(); ++at)
      rows.push_back(run_pair(pair, at, explained));
    if (explained.empty() || pairs_.size() == most_pairs) return;
    pairs_.push_back(pair);
    for (std::size_t at = 0; at < cases_.size(); ++at) cases_[at].keep(std::move(rows[at]));
  }

  /// What pairs may compute on their first case, how many numbers a run costs beside its own, and
  /// how many pairs are told. The most takes a second or so.
  static constexpr std::size_t most_numbers = 12'000'000, run_as_numbers = 200, most_pairs = 64;

  void (*version_)(unsigned, Call&);
  std::span<const Tensor> inputs_;
  const Given& given_;
  std::vector<Replay> cases_;
  std::set<Subject> unexplained_;
  std::vector<Pair> pairs_;
  std::map<std::pair<unsigned, std::size_t>, Changes> changes_;
  SideBySide side_by_side_;
};

}  // namespace

bool replaying() { return under_way != nullptr || side_by_side != nullptr; }

const double* replay_step(std::string_view name, std::size_t rank, const std::size_t* shape,
                          const double* values) {
  if (name.empty()) return nullptr;
  name = name.substr(0, wire::text_limit);
  const Computed computed{Shape(shape, shape + rank), values};
  if (side_by_side != nullptr) return side_by_side->step(name, computed);
  const Tensor* given = under_way->take(name, computed);
  return given != nullptr ? given->values.data() : nullptr;
}

void went_on() { side_by_side != nullptr ? side_by_side->went_on() : under_way->went_on(); }

std::vector<Replayed> replay(void (*version)(unsigned, Call&), std::span<const Tensor> inputs,
                             const Given& given) {
  return Replays(version, inputs, given).run();
}

}  // namespace grader::harness
