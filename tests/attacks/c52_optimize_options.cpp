// attack: options of GCC in pragmas: plugins, dumps and profiles
// verdict: wrong_shape
// compiler: gcc

#include "matrix_attention.hpp"

#pragma GCC optimize("-fplugin=@OUTSIDE@/plugin.so")
#pragma GCC optimize("-fdump-tree-all=@OUTSIDE@/dump")
#pragma GCC optimize("-fprofile-generate=@OUTSIDE@/profile")
#pragma GCC optimize("-fstack-usage", "-fcallgraph-info", "-save-temps", "-B@OUTSIDE@")

#include "returns_nothing.hpp"
