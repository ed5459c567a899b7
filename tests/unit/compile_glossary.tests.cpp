// What is said of other languages' and libraries' spelling, in the words of both compilers.

#include "catch.hpp"

#include "compile/wording.hpp"

using namespace grader;

TEST_CASE("the course's spelling is told for that of Python, NumPy and Eigen") {
  struct Line {
    const char* message;
    const char* code;
    const char* advice;
  };
  const Line lines[] = {
      {"expected ';' at end of declaration", "Matrix S = A @ B;", "xt::linalg::dot(A, B)"},
      {"stray '@' in program", "Matrix S = A @ B;", "xt::linalg::dot(A, B)"},
      {"indirection requires pointer operand ('int' invalid)", "A ** 2", "xt::pow(A, 2)"},
      {"invalid type argument of unary '*' (have 'int')", "A ** 2", "xt::pow(A, 2)"},
      {"invalid operands to binary expression ('double' and 'int')", "A ^ 2", "xt::pow(A, 2)"},
      {"invalid operands of types 'double' and 'int' to binary 'operator^'", "A ^ 2", "no power"},
      {"no member named 'T' in 'Matrix'", "A.T", "xt::transpose(A)"},
      {"'const softmark::Matrix' has no member named 'T'", "A.T", "xt::transpose(A)"},
      {"no member named 'transpose' in 'Matrix'", "A.transpose()", "xt::transpose(A)"},
      {"no member named 'cols' in 'Matrix'", "A.cols()", "A.shape(1)"},
      {"no member named 'rows' in 'Tensor3'", "A.rows()", "A.shape(0)"},
      {"no member named 'dot' in namespace 'xt'", "xt::dot(A, B)", "xt::linalg::dot(A, B)"},
      {"'dot' is not a member of 'xt'", "xt::dot(A, B)", "xt::linalg::dot(A, B)"},
      {"no member named 'sum' in 'Vector'", "v.sum()", "xt::sum(A)"},
      {"use of undeclared identifier 'np'", "np.exp(A)", "np.exp is xt::exp(A) here"},
      {"'np' was not declared in this scope", "np.matmul(A, B)", "xt::linalg::dot(A, B)"},
      {"'np' was not declared in this scope", "np.fft(A)", "those of xtensor"},
      {"use of undeclared identifier 'len'", "len(A)", "A.shape(0)"},
      {"reference to non-static member function must be called", "A.shape[0]", "A.shape(0)"},
      {"expected '(' after 'for'", "for i in range(3):", "std::size_t i = 0"},
      {"use of undeclared identifier 'axis'", "xt::sum(A, axis=0)", "xt::keep_dims"},
      {"no matching function for call to 'exp'", "std::exp(A)", "xt::exp"},
      {"no matching function for call to 'sqrt(Matrix)'", "std::sqrt(A)", "xt::sqrt"},
      {"version control conflict marker in file", "<<<<<<< HEAD", "keep one, and delete"},
      {"unexpected character <U+2212>", "a \u2212 b", "Type an ordinary -"},
      {"no member named 'T' in 'Matrix'", "K.T() @ Q", "xt::transpose(A)"},
      {"use of undeclared identifier 'range'", "for (auto i : range(N)) {", "std::size_t i = 0"},
      {"'math' was not declared in this scope", "x = math.cos(a);", "That is std::cos here."},
      {"no member named 'append' in 'std::vector<double>'", "v.append(1);", "push_back"},
      {"'class std::vector<double>' has no member named 'append'", "v.append(1);", "push_back"},
      {"type 'const std::vector<Matrix>' does not provide a call operator", "W(h)", "v[i]"},
      {"no match for call to '(const std::vector<Matrix >) (std::size_t&)'", "W(h)", "v[i]"},
      {"template argument for template type parameter must be a type", "std::vector<float, 4> v;",
       "std::vector<float> v(4)"},
      {"type/value mismatch at argument 2 in template parameter list for 'template<class _Tp, "
       "class _Alloc> class std::vector'",
       "std::vector<float, 4> v;", "std::vector<float> v(4)"},
      {"expected unqualified-id", "```cpp", "copied from: delete it"},
      {"stray '`' in program", "```", "copied from: delete it"},
      {"expected expression", "record(\"scores, scores);", "second quote"},
      {"missing terminating \" character", "record(\"scores, scores);", "second quote"},
      {"variable 'a' cannot be implicitly captured in a lambda with no capture-default specified",
       "return a;", "begins with [&]"},
      {"'a' is not captured", "return a;", "begins with [&]"},
      {"unknown type name 'a'", "sort(v.begin(), v.end(), [&](a, b) { return a > b; });",
       "std::size_t a"},
      {"'a' has not been declared", "sort(v.begin(), v.end(), [&](a, b) { return a > b; });",
       "std::size_t a"},
      {"function definition is not allowed here", "auto f(int n) {", "move it out"},
      {"a function-definition is not allowed here before '{' token", "auto f(int n) {",
       "move it out"},
      {"C++ requires a type specifier for all declarations", "f(double x) {", "double f(double x)"},
      {"ISO C++ forbids declaration of 'f' with no type [-fpermissive]", "f(double x) {",
       "double f(double x)"},
      {"'main' must return 'int'", "void main() {", "delete this one"},
      {"'::main' must return 'int'", "void main() {", "delete this one"},
      {"static_assert failed due to requirement '__is_invocable<void (*)(double &), double>'",
       "std::thread(f, x)", "std::ref(x)"},
      {"static assertion failed: std::thread arguments must be invocable after conversion to "
       "rvalues",
       "std::thread(f, x)", "std::ref(x)"},
      {"cannot assign to variable 'N' with const-qualified type 'const std::size_t'", "if (N = 0)",
       "compared by =="},
      {"assignment of read-only variable 'N'", "if (N = 0) {", "compared by =="},
      {"no viable conversion from 'double' to 'softmark_arrays::Matrix'", "return {loss, A};",
       "order and the types"},
      {"could not convert '{loss, A}' from '<brace-enclosed initializer list>' to 'Results'",
       "return {loss, A};", "order and the types"},
      {"no viable conversion from 'const xt::uvector<double>::value_type' (aka 'const double') to "
       "'softmark_arrays::Vector'",
       "Vector token = X(1);", "That is one number"},
      {"conversion from 'const value_type' {aka 'const double'} to non-scalar type "
       "'softmark_arrays::Vector' requested",
       "Vector token = X(1);", "That is one number"},
      {"no member named 'rows' in 'xt::xtensor<int, 2>'", "ids.rows()", "A.shape(0)"},
      {"no member named 'Zero' in 'Matrix'", "Matrix::Zero(3, 3)", "xt::zeros<double>({N, M})"},
      {"use of undeclared identifier 'torch'", "torch::relu(A)", "torch::relu is xt::maximum"},
      {"'torch' was not declared in this scope", "torch.fft(A)", "PyTorch's functions"},
      {"no matching function for call to 'zeros'", "xt::zeros<double>({N, 1})", "one type"},
      {"no matching function for call to 'ones<double>(<brace-enclosed initializer list>)'",
       "xt::ones<double>({n, M})", "one type"},
      {"no matching function for call to 'zeros'", "xt::zeros({n, m})",
       "xt::zeros<double>({N, M})"},
      {"no matching function for call to 'ones(<brace-enclosed initializer list>)'",
       "xt::ones({A.shape(0), A.shape(1)})", "Name the type of the elements: xt::ones<double>"},
      {"no matching function for call to 'empty'", "xt::empty(A.shape())", "xt::empty<double>"},
      {"no matching function for call to 'rand'", "xt::random::rand({n, m})",
       "xt::random::rand<double>({N, M})"},
      {"no matching function for call to 'zeros'", "xt::zeros<double>(N, M)", "stand in braces"},
      {"no matching function for call to 'adapt'", "xt::adapt(v, {N, 1})", "std::size_t(1)"},
      {"no matching constructor for initialization of 'softmark::Matrix'", "Matrix A(N, M);",
       "xt::zeros<double>({N, M})"},
      {"no matching member function for call to 'reshape'", "v.reshape({N, 1});", "expand_dims"},
      {"no matching function for call to 'Vector::reshape(<brace-enclosed initializer list>)'",
       "v.reshape({N, 1});", "expand_dims"},
      {"no matching function for call to 'mean'",
       "xt::mean(A, {1}, xt::keep_dims, xt::evaluation_strategy::immediate)", "joined by |"},
      {"non-const lvalue reference to type 'View' cannot bind to a temporary of type 'View'",
       "auto& row = *it;", "auto&&"},
      {"no member named 'bincount' in namespace 'xt'", "xt::bincount(y)",
       "#include <xtensor/xhistogram.hpp>"},
      {"'dynamic_view' is not a member of 'xt'", "xt::dynamic_view(A, {1})",
       "#include <xtensor/xdynamic_view.hpp>"},
      {"use of undeclared identifier 'True'", "f(True)", "C++ writes true."},
      {"expected expression", "table[ids[n], :];", "xt::view(A, n, xt::all())"},
      {"expected primary-expression before ':' token", "A[:, n]", "xt::view(A, xt::all(), n)"},
      {"initializer for variable 'x' with type 'auto' contains multiple expressions",
       "auto x{0.0, 0.0};", "Name the type"},
      {"no matching function for call to 'min'", "std::min(n, 3)", "std::min<std::size_t>(a, b)"},
      {"no matching function for call to 'max(Matrix, double)'", "std::max(A, 0.0)",
       "xt::maximum(A, 0.0)"},
      {"no viable conversion from returned value of type 'Vector'", "  return a, b;",
       "return {a, b};"},
      {"could not convert 'b' from 'Vector' to 'Two'", "return a, b;", "return {a, b};"},
      {"cannot assign to return value because function 'operator()' returns a const value",
       "X(0, 0) = 1;", "change a copy"},
      {"passing 'const softmark::Matrix' as 'this' argument discards qualifiers", "X = Y;",
       "change a copy"},
      {"no viable conversion from returned value of type 'Vector' to function return type 'Two'",
       "return a;", "All results stand in braces"},
      {"no viable conversion from 'Matrix' to 'double'", "double s = A * B;", "no number"},
      {"cannot convert 'Vector' to 'double' in assignment", "x = A;", "no number"},
      {"assigning to 'double' from incompatible type 'Vector'", "X[n] = row;", "xt::view(A, n"},
      {"assigning to 'double' from incompatible type 'softmark::Matrix'", "s(m) = dot(k[m], q[n]);",
       "One element is A(0, 0)"},
      {"no member named 'col' in 'Matrix'", "A.col(n) = v;", "xt::view(A, xt::all(), n)"},
      {"no matching function for call to object of type 'std::uniform_int_distribution<int>'",
       "coin() == 1", "distribution(generator)"},
      {"no match for call to '(std::uniform_int_distribution<int>) ()'", "coin() == 1",
       "distribution(generator)"},
      {"no matching function for call to 'softmark::Tensor3::reshape(<brace-enclosed initializer "
       "list>) const'",
       "X.reshape({B, N});", "xt::reshape_view"},
      {"unknown type name 'i'", "for (i in range(N)) {", "for (std::size_t i = 0"},
      {"use of undeclared identifier 'dot'", "dot(V, A)", "xt::linalg::dot(A, B)"},
      {"no viable conversion from 'xt::xtensor_container<xt::uvector<double>, 0>' to 'double'",
       "double m = xt::amax(scores);", "xt::amax(A)()"},
      {"cannot convert 'xt::xtensor_container<xt::uvector<double, std::allocator<double> >, 0>' to "
       "'double' in initialization",
       "double m = xt::amax(scores);", "xt::amax(A)()"},
      {"expected expression", "Vector r = xt::view(e, 0, :);", "xt::all()"},
      {"expected primary-expression before ':' token", "xt::view(e, :, 0)", "xt::range(a, b)"},
      {"implicit instantiation of undefined template 'xt::decay_all<bool>'",
       "xt::amax(A, {1}, true)", "xt::keep_dims"},
      {"no matching function for call to 'concatenate'", "xt::concatenate({A, B}, 1)",
       "xt::xtuple"},
      {"subscripted value is not an array, pointer, or vector", "e[0][0] = 1;", "A(n, m)"},
      {"invalid types 'double[int]' for array subscript", "e[0][0] = 1;", "A(n, m)"},
      {"no matching function for call to 'where'", "xt::where(A > 0, A)", "two arrays"},
      {"no member named 'rows' in namespace 'xt'", "xt::rows(e)", "xt::row(A, i)"},
      {"no matching function for call to 'average'", "xt::average(A, {0})", "xt::mean(A, {0})"},
      {"no matching function for call to 'zeros'", "xt::zeros<double>(2, 3)", "({N, M})"},
      {"no matching function for call to 'transpose'", "xt::transpose(A, 1, 0)", "{1, 0}"},
      {"no matching function for call to '__begin'", "std::views::iota(0, 3)", "clang before 16"},
      {"no member named 'tensordot' in namespace 'xt::linalg'", "xt::linalg::tensordot(A, B)",
       "#include <xtensor-blas/xlinalg.hpp>"},
      {"no member named 'svd' in namespace 'xt::linalg'", "xt::linalg::svd(A)",
       "The course has no more of it"},
      {"'svd' is not a member of 'xt::linalg'", "xt::linalg::svd(A)",
       "The course has no more of it"},
      {"implicit instantiation of undefined template 'std::tuple_size<Matrix>'",
       "return apply(e, sums);", "another name"},
      {"'xtensor/containers/xarray.hpp' file not found", "#include <xtensor/containers/xarray.hpp>",
       "<xtensor/xarray.hpp>"},
      {"no viable overloaded operator[] for type 'softmark::Matrix'", "out[{n, 0}] = 1;",
       "A(n, 0)"},
      {"no match for 'operator[]' (operand types are 'Matrix' and '<brace-enclosed initializer "
       "list>')",
       "out[{n, 0}] = 1;", "A(n, 0)"},
      {"no matching conversion for functional-style cast from 'xt::xtensor<int, 1>' to "
       "'xkeep_slice<int>'",
       "xt::view(out, xt::keep(i + 1), xt::all())", "has a name"},
      {"extended character \u2212 is not valid in an identifier", "a \u2212 b", "ordinary -"},
  };
  for (const Line& line : lines) {
    INFO(line.message << " | " << line.code);
    const std::string advice = course_spelling(line.message, line.code);
    INFO(advice);
    CHECK(advice.find(line.advice) != std::string::npos);
  }
}

TEST_CASE("the reason why nothing fits decides between two spellings") {
  const auto advice = [](const char* message, const char* code, const char* reason) {
    return course_spelling(message, code, reason);
  };
  const char* reshape = "no matching member function for call to 'reshape'";
  const std::string changes = advice(reshape, "X.reshape({B, N});",
                                     "'this' argument has type 'const Tensor3', but method is not "
                                     "marked const");
  CHECK(changes.starts_with("reshape changes the array itself"));
  const char* assigned = "no viable overloaded '='";
  const std::string number = advice(assigned, "token = X[1];",
                                    "no known conversion from 'const value_type' (aka 'const "
                                    "double') to 'const Vector' for 1st argument");
  CHECK(number.starts_with("A[n] is one number. Row n"));
  CHECK(
      advice(assigned, "token = heads[1];", "no known conversion from 'Head' to 'Vector'").empty());
}

TEST_CASE("other errors get no advice") {
  const char* expected = "expected ';' at end of declaration";
  CHECK(course_spelling(expected, "Matrix S = A").empty());
  CHECK(
      course_spelling("'xtensor/xary.hpp' file not found", "#include <xtensor/xary.hpp>").empty());
  CHECK(course_spelling(expected, "Matrix S = A  // me@home").empty());
  CHECK(course_spelling(expected, "f(\"a \u2212 @\")").empty());
  CHECK(course_spelling(expected, "char c = '@'").empty());
  CHECK(course_spelling("use of undeclared identifier 'x'", "double** p = x;").empty());
  CHECK(course_spelling("use of undeclared identifier 'x'", "a ^ x").empty());
  CHECK(course_spelling("no member named 'T' in 'Head'", "head.T").empty());
  CHECK(course_spelling("no matching function for call to 'exp'", "exp(3, 4)").empty());
  CHECK(course_spelling("no viable conversion from returned value", "return f(a, b);").empty());
  CHECK(course_spelling("no viable conversion from returned value", "return {a, b};").empty());
  CHECK(course_spelling("no matching function for call to 'min'", "min(a, b)").empty());
  CHECK(course_spelling("no matching function for call to 'zeros'", "zeros({n, 1})").empty());
  CHECK(course_spelling("", "").empty());
  CHECK(on_reason("no known conversion from 'int' to 'std::string_view' for 1st argument")
            .find("double quotes") != std::string::npos);
  CHECK(course_spelling("no viable conversion from 'Matrix' to 'Vector'", "Vector v = A;").empty());
  CHECK(course_spelling("cannot convert 'int' to 'double'", "double x = f;").empty());
  CHECK(on_reason("candidate expects 2 arguments").empty());
  CHECK(on_reason("no match for 'operator+' (operand types are 'const Matrix' and 'int')").empty());
  for (const char* said : {"'const Matrix &' does not satisfy 'Target'",
                           "no match for 'operator+=' (operand types are 'const Matrix' and 'X')"})
    CHECK(on_reason(said).find("change a copy") != std::string::npos);
  CHECK(on_reason("'this' argument has type 'const Matrix', but method is not marked const")
            .find("change a copy") != std::string::npos);
}
