// What tests of the arrays read before each file: compiled once.

#include "arrays/plain/results.hpp"
#include "catch.hpp"
