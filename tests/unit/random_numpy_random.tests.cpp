// The numbers of numpy.random.seed, from NumPy 1.24.2 to their last bit.

#include "catch.hpp"

#include "random/random.hpp"

#include <cstdint>
#include <vector>

using namespace grader;

namespace {

struct Known {
  std::uint32_t seed;
  std::vector<double> normal;               // normal(size=5)
  std::vector<double> shifted;              // normal(2.5, 0.25, size=3)
  std::vector<double> uniform;              // uniform(-2, 3, size=4)
  std::vector<double> random;               // random(3)
  std::vector<std::int64_t> digits;         // randint(0, 10, size=10)
  std::vector<std::int64_t> signed_digits;  // randint(-5, 8, size=8)
  std::vector<std::int64_t> words;  // randint(0, 2**32 - 1, size=4), also of randint(0, 2**32)
};

const std::vector<Known> known = {
    {0,
     {1.764052345967664, 0.40015720836722329, 0.9787379841057392, 2.2408931992014578,
      1.8675579901499675},
     {2.9410130864919162, 2.600039302091806, 2.7446844960264349},
     {0.74406751963662376, 1.5759468318620975, 1.0138168803582195, 0.72441591498448421},
     {0.54881350392732475, 0.71518936637241948, 0.60276337607164387},
     {5, 0, 3, 3, 7, 9, 3, 5, 2, 4},
     {7, 0, -5, -2, 6, -2, 2, 4},
     {2357136044, 2546248239, 3071714933, 3626093760}},
    {3,
     {1.7886284734303186, 0.43650985051198943, 0.096497468072008624, -1.8634927033644908,
      -0.27738820251439905},
     {2.9471571183575795, 2.6091274626279972, 2.5241243670180022},
     {0.7539895128728773, 1.5407391130905239, -0.54547630543527825, 0.55413802598831507},
     {0.5507979025745755, 0.70814782261810483, 0.29090473891294433},
     {8, 9, 3, 8, 8, 0, 5, 3, 9, 9},
     {5, 3, 4, -2, 3, 3, -5, 0},
     {2365658986, 303761048, 3041471737, 3607553667}},
    {42,
     {0.49671415301123267, -0.13826430117118466, 0.64768853810069249, 1.5230298564080254,
      -0.23415337472333597},
     {2.6241785382528082, 2.4654339247072037, 2.6619221345251729},
     {-0.12729940576318755, 2.7535715320495804, 1.6599697090570253, 0.993292420985183},
     {0.37454011884736249, 0.95071430640991617, 0.73199394181140509},
     {6, 3, 7, 4, 6, 9, 2, 6, 7, 4},
     {1, -2, 7, 5, 2, 7, -1, 1},
     {1608637542, 3421126067, 4083286876, 787846414}},
};

/// As many numbers as `count` from `next`.
template <class Next>
auto numbers(std::size_t count, const Next& next) {
  std::vector<decltype(next())> drawn;
  for (std::size_t i = 0; i < count; ++i) drawn.push_back(next());
  return drawn;
}

}  // namespace

TEST_CASE("normal, uniform and random numbers are NumPy's to the last bit") {
  for (const Known& one : known) {
    INFO("seed " << one.seed);
    NumpyRandom normal(one.seed), shifted(one.seed), uniform(one.seed), random(one.seed);
    CHECK(numbers(5, [&] { return normal.normal(0, 1); }) == one.normal);
    CHECK(numbers(3, [&] { return shifted.normal(2.5, 0.25); }) == one.shifted);
    CHECK(numbers(4, [&] { return uniform.uniform(-2, 3); }) == one.uniform);
    CHECK(numbers(3, [&] { return random.random(); }) == one.random);
  }
}

TEST_CASE("integers are NumPy's, for ranges with and without numbers to reject") {
  constexpr std::int64_t all = std::int64_t{1} << 32;
  for (const Known& one : known) {
    INFO("seed " << one.seed);
    NumpyRandom digits(one.seed), signed_digits(one.seed), words(one.seed), all_words(one.seed);
    CHECK(numbers(10, [&] { return digits.integer(0, 10); }) == one.digits);
    CHECK(numbers(8, [&] { return signed_digits.integer(-5, 8); }) == one.signed_digits);
    CHECK(numbers(4, [&] { return words.integer(0, all - 1); }) == one.words);
    CHECK(numbers(4, [&] { return all_words.integer(0, all); }) == one.words);
  }
}

TEST_CASE("many integers in a row are NumPy's") {
  NumpyRandom random(0);
  std::int64_t sum = 0;
  std::int64_t last = 0;
  for (int i = 0; i < 10000; ++i) sum += last = random.integer(0, 1000003);
  CHECK(last == 928992);
  CHECK(sum == 5000380514);
}

TEST_CASE("the only integer of a range of one takes nothing from the stream") {
  NumpyRandom with(3), without(3);
  CHECK(with.integer(7, 8) == 7);
  CHECK(with.integer(-1, 0) == -1);
  CHECK(with.random() == without.random());
}

TEST_CASE("the second number of a pair of normals waits, whatever is drawn in between") {
  // seed(0); normal(size=3); uniform(size=1); randint(7, 8, size=2); normal(size=2); randint(0, 10,
  // size=3)
  NumpyRandom random(0);
  CHECK(numbers(3, [&] { return random.normal(0, 1); }) ==
        std::vector<double>{1.764052345967664, 0.40015720836722329, 0.9787379841057392});
  CHECK(random.random() == 0.42365479933890471);
  CHECK(random.integer(7, 8) == 7);
  CHECK(random.integer(7, 8) == 7);
  CHECK(random.normal(0, 1) == 2.2408931992014578);
  CHECK(random.normal(0, 1) == -0.84272405382928728);
  CHECK(numbers(3, [&] { return random.integer(0, 10); }) == std::vector<std::int64_t>{6, 8, 8});
}

TEST_CASE("after an odd number of many normals the stream is still NumPy's") {
  struct Row {
    std::uint32_t seed;
    double last, after;  // normal(size=100001)[-1], then uniform(0, 1, 3)[-1]
  };
  for (const Row& row : {Row{0, -0.48379749195754734, 0.087693055581023138},
                         Row{3, -0.42088766681704082, 0.51184196296626805},
                         Row{42, 1.0305945879905796, 0.088891886157696498}}) {
    INFO("seed " << row.seed);
    NumpyRandom random(row.seed);
    CHECK(numbers(100001, [&] { return random.normal(0, 1); }).back() == row.last);
    CHECK(numbers(3, [&] { return random.random(); }).back() == row.after);
  }
}

TEST_CASE("the largest seed is taken whole") {
  NumpyRandom random(0xffffffff);
  CHECK(random.normal(0, 1) == 0.64840867423065274);
  CHECK(random.normal(0, 1) == 0.66932353063381611);
}
