#pragma once
// The one place that includes xtensor: its headers moved into folders in version 0.26.

// xtl includes <chrono>. With GCC 14 that brings std::format along, for the printing of durations,
// and costs every stub 0.2 s of compiling. Claiming that the part which prints is there already
// leaves it out.
#ifndef _GLIBCXX_CHRONO_IO_H
#define _GLIBCXX_CHRONO_IO_H 1
#endif

#ifndef SOFTMARK_PLAIN_XTENSOR  // defined by the tests that compare with plain xtensor
#include <softmark/eager/sharable.hpp>
#include <softmark/eager/shape_error.hpp>
#include <softmark/eager/shape_type.hpp>
#endif

// The class of arrays comes first: other headers of xtensor use it.
#if __has_include(<xtensor/containers/xtensor.hpp>)
#include <xtensor/containers/xtensor.hpp>
#else
#include <xtensor/xtensor.hpp>
#endif
#ifndef SOFTMARK_PLAIN_XTENSOR
#include <softmark/eager/array_type.hpp>
#endif

#if __has_include(<xtensor/containers/xtensor.hpp>)
#include <xtensor/containers/xadapt.hpp>
#include <xtensor/containers/xarray.hpp>
#include <xtensor/containers/xfixed.hpp>
#include <xtensor/core/xeval.hpp>
#include <xtensor/core/xmath.hpp>
#include <xtensor/core/xnoalias.hpp>
#include <xtensor/core/xvectorize.hpp>
#include <xtensor/generators/xbuilder.hpp>
#include <xtensor/generators/xrandom.hpp>
#include <xtensor/io/xio.hpp>
#include <xtensor/misc/xmanipulation.hpp>
#include <xtensor/misc/xpad.hpp>
#include <xtensor/misc/xset_operation.hpp>
#include <xtensor/misc/xsort.hpp>
#include <xtensor/reducers/xnorm.hpp>
#include <xtensor/views/xaxis_iterator.hpp>
#include <xtensor/views/xaxis_slice_iterator.hpp>
#include <xtensor/views/xindex_view.hpp>
#include <xtensor/views/xmasked_view.hpp>
#include <xtensor/views/xrepeat.hpp>
#include <xtensor/views/xstrided_view.hpp>
#include <xtensor/views/xview.hpp>
#else
#include <xtensor/xadapt.hpp>
#include <xtensor/xarray.hpp>
#include <xtensor/xaxis_iterator.hpp>
#include <xtensor/xaxis_slice_iterator.hpp>
#include <xtensor/xbuilder.hpp>
#include <xtensor/xeval.hpp>
#include <xtensor/xfixed.hpp>
#include <xtensor/xindex_view.hpp>
#include <xtensor/xio.hpp>
#include <xtensor/xmanipulation.hpp>
#include <xtensor/xmasked_view.hpp>
#include <xtensor/xmath.hpp>
#include <xtensor/xnoalias.hpp>
#include <xtensor/xnorm.hpp>
#include <xtensor/xpad.hpp>
#include <xtensor/xrandom.hpp>
#include <xtensor/xrepeat.hpp>
#include <xtensor/xset_operation.hpp>
#include <xtensor/xsort.hpp>
#include <xtensor/xstrided_view.hpp>
#include <xtensor/xvectorize.hpp>
#include <xtensor/xview.hpp>
#endif
