// Properties that every right answer has.

#include "catch.hpp"

#include "explain/properties.hpp"

#include <limits>

using namespace grader;

namespace {

const std::map<std::string, Tensor> inputs{{"V", {{3, 2}, {1, 2, 3, 4, 5, 6}}}};

Property property(Relation relation, std::map<std::string, Change> changes = {}) {
  Property one;
  one.relation = relation;
  one.changes = std::move(changes);
  one.of = "V";
  return one;
}

std::vector<double> changed_by(Change change) {
  return changed_inputs(property(Relation::same, {{"V", change}}), inputs).at("V").values;
}

/// Whether `relation` holds of an answer that was `before`; V is as above.
bool holds_of(Relation relation, const Tensor& before, const Tensor& after) {
  return holds(property(relation), before, after, inputs, {1e-6, 1e-9});
}

const Tensor answer{{3, 2}, {1, 2, 3, 4, 5, 6}};

}  // namespace

TEST_CASE("a change touches just the rows that it names") {
  CHECK(changed_by(Change::last_row) == std::vector<double>{1, 2, 3, 4, -4.5, -5.5});
  CHECK(changed_by(Change::first_row) == std::vector<double>{-0.5, -1.5, 3, 4, 5, 6});
  CHECK(changed_by(Change::rows_equal) == std::vector<double>{1, 2, 1, 2, 1, 2});
  CHECK(changed_by(Change::rows_shifted) == std::vector<double>{1.5, 3.5, 3.5, 5.5, 5.5, 7.5});
  CHECK(changed_by(Change::rows_rotated) == std::vector<double>{3, 4, 5, 6, 1, 2});
}

TEST_CASE("each relation holds of what fits it, and of nothing else") {
  const Tensor last{{3, 2}, {1, 2, 3, 4, 0, 0}};
  const Tensor rotated{{3, 2}, {3, 4, 5, 6, 1, 2}};
  const Tensor moved{{3, 2}, {0, 2, 0, 4, 0, 6}};
  const Tensor equal{{3, 2}, {1, 2, 1, 2, 1, 2}};
  const Tensor outside{{3, 2}, {1, 2, 3, 4, 5, 7}};
  struct Row {
    Relation relation;
    Tensor yes, no;
  };
  for (const Row& row :
       {Row{Relation::same, answer, last}, Row{Relation::same_before_last_row, last, moved},
        Row{Relation::every_row_changes, moved, last}, Row{Relation::rows_rotated, rotated, answer},
        Row{Relation::first_row_of, last, moved}, Row{Relation::every_row_of, equal, answer},
        Row{Relation::between_rows_of, rotated, outside}}) {
    INFO(static_cast<int>(row.relation));
    CHECK(holds_of(row.relation, answer, row.yes));
    CHECK_FALSE(holds_of(row.relation, answer, row.no));
  }
}

TEST_CASE("what a float's roundings change, or less, breaks no property") {
  const auto as_floats = [](Tensor tensor) {
    for (double& value : tensor.values) value *= 1 + 1e-6;
    return tensor;
  };
  const Tensor rotated{{3, 2}, {3, 4, 5, 6, 1, 2}};
  CHECK(holds_of(Relation::same, answer, as_floats(answer)));
  CHECK(holds_of(Relation::same_before_last_row, answer, as_floats(answer)));
  CHECK(holds_of(Relation::rows_rotated, answer, as_floats(rotated)));
  CHECK(holds_of(Relation::between_rows_of, answer, as_floats(answer)));
  Tensor off = answer;
  off.values[0] += 1e-3;
  CHECK_FALSE(holds_of(Relation::same, answer, off));
  for (double& value : off.values) value += 1e-4;  // little is a change all the same
  CHECK(holds_of(Relation::every_row_changes, answer, off));
}

TEST_CASE("what is not finite has no property") {
  Tensor broken = answer;
  for (const double value :
       {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    broken.values.assign(6, value);
    for (int i = 0; i <= static_cast<int>(Relation::between_rows_of); ++i) {
      INFO(value << " " << i);
      CHECK_FALSE(holds_of(static_cast<Relation>(i), answer, broken));
    }
  }
}

TEST_CASE("answers of another shape, without values or without rows have no property") {
  for (int i = 0; i <= static_cast<int>(Relation::between_rows_of); ++i) {
    const auto relation = static_cast<Relation>(i);
    INFO(i);
    CHECK_FALSE(holds_of(relation, answer, {{2, 3}, answer.values}));
    CHECK_FALSE(holds_of(relation, answer, {{3, 2}, {}}));
  }
  const Tensor scalar{{}, {1}};
  CHECK_FALSE(holds_of(Relation::same_before_last_row, scalar, scalar));
  CHECK_FALSE(holds_of(Relation::first_row_of, scalar, scalar));
}
