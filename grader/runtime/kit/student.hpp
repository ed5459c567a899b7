#pragma once
// What is precompiled for stubs: the course's headers, and those of the standard library that
// programs include. What a program does not use costs it nothing.

#include "standard.hpp"

#include <softmark/exercise.hpp>
