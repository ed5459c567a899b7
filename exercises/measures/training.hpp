#pragma once
// What the measures of exercises that train a model have in common.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <random>
#include <vector>

namespace softmark::training {

/// The generator of sequences that no training has seen.
inline std::mt19937 unseen() { return std::mt19937(20261121); }

/// The largest difference between the numbers of two containers of as many.
template <class A, class B>
double furthest(const A& a, const B& b) {
  double result = 0;
  auto other = b.begin();
  for (const double each : a) result = std::max(result, std::abs(each - *other++));
  return result;
}

/// How much the losses of a run vary: the largest less the smallest.
template <class Losses>
double spread(const Losses& losses) {
  const auto [least, most] = std::minmax_element(losses.begin(), losses.end());
  return *most - *least;
}

/// Numbers that differ by less are the same, as the requirements have it.
constexpr double same = 1e-6;
/// Of a step, numbers that differ by less are equal but for rounding.
constexpr double rounding = 1e-9;

/// Of a run of two steps, where parameters are wrong, but not the first loss.
struct SecondStep {
  double loss = 0;        ///< the error of the second one
  double parameters = 0;  ///< the largest error, where the second one is right
};

/// What a run of two steps tells whose parameters are that wrong.
template <class Losses, class RightLosses>
SecondStep second_step(double parameters, const Losses& losses, const RightLosses& right) {
  const double loss = std::abs(losses[1] - right[1]);
  return {loss, loss > same ? 0 : parameters};
}

/// The factor by which a step moved all parameters more than it should have, from `start` to
/// `found` in place of `wanted`; 1 where there is none.
template <class Numbers, class OtherNumbers>
double factor_of_step(const Numbers& start, const Numbers& found, const OtherNumbers& wanted) {
  double along = 0, whole = 0, off = 0;
  const auto moved = [&](const auto& to, std::size_t i) { return to[i] - start[i]; };
  for (std::size_t i = 0; i < start.size(); ++i) {
    along += moved(found, i) * moved(wanted, i);
    whole += moved(wanted, i) * moved(wanted, i);
  }
  const double factor = along / whole;
  for (std::size_t i = 0; i < start.size(); ++i)
    off = std::max(off, std::abs(moved(found, i) - factor * moved(wanted, i)));
  return off < 1e-9 ? factor : 1;
}

/// The factor c of the gradient in a first step of Adam from `start` to `found`, which is
/// rate c g / (|c g| + 1e-8); 1 where there is none.
template <class Numbers, class OtherNumbers>
double factor_of_gradient(const Numbers& start, const Numbers& found, const OtherNumbers& gradient,
                          double rate) {
  constexpr double epsilon = 1e-8, zero = 1e-10;  // what is smaller may be rounding
  const auto size = [&](std::size_t i) { return std::abs(gradient[i]); };
  std::size_t smallest = 0;  // it shows the factor best
  for (std::size_t i = 0; i < start.size(); ++i) {
    if (size(i) > zero && (size(smallest) <= zero || size(i) < size(smallest))) smallest = i;
  }
  const double length = std::abs(found[smallest] - start[smallest]);
  const double factor = length * epsilon / (size(smallest) * (rate - length));
  if (!std::isfinite(factor) || factor <= 0) return 1;
  double off = 0, unlike = 0;
  for (std::size_t i = 0; i < start.size(); ++i) {
    const auto to = [&](double g) { return start[i] - rate * g / (std::abs(g) + epsilon); };
    off = std::max(off, std::abs(found[i] - to(factor * gradient[i])));
    unlike = std::max(unlike, std::abs(found[i] - to(gradient[i])));
  }
  return unlike > rounding && off < rounding / 100 ? factor : 1;
}

/// The share of each parameter that a step took away besides what it should have, from `start` to
/// `found` in place of `wanted`; 0 where there is none.
template <class Numbers, class OtherNumbers>
double share_taken(const Numbers& start, const Numbers& found, const OtherNumbers& wanted) {
  double along = 0, whole = 0, off = 0;
  for (std::size_t i = 0; i < start.size(); ++i) {
    along += (wanted[i] - found[i]) * start[i];
    whole += start[i] * start[i];
  }
  const double share = along / whole;
  for (std::size_t i = 0; i < start.size(); ++i)
    off = std::max(off, std::abs(wanted[i] - found[i] - share * start[i]));
  return furthest(found, wanted) > rounding && off < rounding / 100 ? share : 0;
}

/// The factor by which all losses of a run are larger than they should be; 1 where there is none.
template <class Losses, class RightLosses>
double factor_of_losses(const Losses& losses, const RightLosses& right) {
  const double factor = losses[0] / right[0];
  double off = 0;
  for (std::size_t i = 0; i < losses.size(); ++i)
    off = std::max(off, std::abs(losses[i] - factor * right[i]));
  return off < rounding && furthest(losses, right) > same ? factor : 1;
}

/// What is wrong with the losses alone, whatever the parameters are.
struct LossErrors {
  double factor = 1;  ///< by which all are larger than they should be
  double off = 0;     ///< the largest difference from what they should be
};

/// The errors of losses against those of the run that was made, which is one of these; none where
/// no run is known.
template <class Losses, class RightLosses>
LossErrors loss_errors(const Losses& losses, const std::vector<RightLosses>& of_runs) {
  LossErrors errors;
  for (std::size_t i = 0; i < of_runs.size(); ++i) {
    const double factor = factor_of_losses(losses, of_runs[i]), off = furthest(losses, of_runs[i]);
    if (off <= same) return {1, off};
    if (factor != 1) errors.factor = factor;
    errors.off = i == 0 ? off : std::min(off, errors.off);
  }
  return errors;
}

/// The errors of a first loss that comes from the right data and model: it was never set,
/// multiplied or divided by the batch, or taken after the step. None of another one.
inline LossErrors first_loss_errors(double loss, double right, std::size_t batch, double after) {
  const double count = static_cast<double>(batch);
  const auto is = [&](double other) { return std::abs(loss - other) < rounding; };
  const bool scaled = is(right * count) || is(right / count);
  const bool known = scaled || is(0) || is(after);
  return {scaled ? loss / right : 1, known ? std::abs(loss - right) : 0};
}

/// Finds the runs that end with a program's parameters, and keeps their losses, which the program
/// should have returned.
template <class Run, class Numbers>
class RunsMade {
 public:
  /// Begins with the right run. The program may return a model that this had before a step.
  RunsMade(const Numbers& learnt, const Run& right) : learnt_(learnt) {
    const bool is_right = furthest(learnt, right.parameters) <= same;
    const auto is_learnt = [&](const auto& before) { return furthest(learnt, before) <= rounding; };
    if (is_right || std::any_of(right.before.begin(), right.before.end(), is_learnt))
      losses_.push_back(right.losses);
    if (is_right || losses_.empty() || !is_learnt(right.before.back())) return;
    // It may have made a step too few: the last one, or the first turn of the loop.
    losses_.insert(losses_.end(), 2, right.losses);
    losses_[1][losses_[1].size() - 1] = 0;
    std::copy(right.losses.begin(), right.losses.end() - 1, losses_[2].begin() + 1);
    losses_[2][0] = 0;
  }

  /// The largest difference between the program's parameters and those of the run.
  double distance(const Run& run) {
    const double distance = furthest(learnt_, run.parameters);
    if (distance <= rounding) losses_.push_back(run.losses);
    return distance;
  }

  [[nodiscard]] const auto& losses() const { return losses_; }

 private:
  const Numbers& learnt_;
  std::vector<decltype(Run::losses)> losses_;
};

/// 1 where the model is one of those `before` the steps, but not the last of these, though the
/// losses are those of the whole right run; else 0.
template <class Numbers, class Losses, class RightLosses>
double not_returned(const Numbers& model, const std::vector<Numbers>& before, const Losses& losses,
                    const RightLosses& right) {
  if (furthest(losses, right) > same) return 0;
  for (std::size_t i = 0; i + 1 < before.size(); ++i) {
    if (furthest(model, before[i]) <= rounding) return 1;
  }
  return 0;
}

/// Means of the first and the last tenth of the losses of a run; of one each where it is short.
struct Ends {
  double first = 0, last = 0;
};
template <class Losses>
Ends ends(const Losses& losses) {
  const std::size_t tenth = std::max<std::size_t>(1, losses.size() / 10);
  Ends means;
  for (std::size_t i = 0; i < tenth; ++i) {
    means.first += losses(i) / static_cast<double>(tenth);
    means.last += losses(losses.size() - tenth + i) / static_cast<double>(tenth);
  }
  return means;
}

}  // namespace softmark::training
