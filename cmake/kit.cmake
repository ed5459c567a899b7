# A kit is what the grader needs to turn a stub into a running program with one compiler: the precompiled
# header, the launcher, and kit.json, which tells the grader how to call the compiler.
#
# The launcher has the code that stubs share: what operations on arrays compute (grader/runtime/arrays).

# Whatever linker CMake takes for the grader: its messages are the ones that we know.
find_program(SOFTMARK_LINKER NAMES ld REQUIRED)

# One set of flags for the header, the launcher and every stub: they share inline functions.
set(KIT_FLAGS -std=c++20 -fPIC -ffp-contract=off -DXTENSOR_ENABLE_ASSERT -D_GLIBCXX_ASSERTIONS
  -I${CMAKE_SOURCE_DIR}/exercises/include ${SOFTMARK_XTENSOR_FLAGS})
if(CMAKE_SYSTEM_PROCESSOR STREQUAL aarch64)  # atomic operations would call the compiler's own library, which is not linked, nor counted
  list(APPEND KIT_FLAGS -mno-outline-atomics)
endif()
set(KIT_HARNESS_FLAGS ${KIT_FLAGS} -O1 -Wall -Wextra -Wno-missing-field-initializers -I${CMAKE_SOURCE_DIR}/grader -I${CMAKE_SOURCE_DIR}/grader/runtime)
# one_source(NAME FILE...): a source that includes those of grader/, for reading the headers that they share takes longer than they do.
function(one_source name)
  list(TRANSFORM ARGN REPLACE "(.+)" "#include \"\\1.cpp\"\n" OUTPUT_VARIABLE text)
  list(JOIN text "" text)
  file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/generated/${name}.cpp CONTENT "${text}" @ONLY)
endfunction()
one_source(harness harness/child harness/crash harness/frames harness/launcher harness/replay
  sandbox/filter sandbox/layers judge/compare protocol/wire random/random)
one_source(counts harness/costs harness/turns)
one_source(arrays arrays/support  # the others use what it instantiates
  arrays/choices arrays/each arrays/linalg arrays/lines arrays/making arrays/pairs arrays/reductions arrays/updates arrays/views
  arrays/instances)
file(GLOB_RECURSE KIT_HEADERS CONFIGURE_DEPENDS exercises/include/softmark/*.hpp)

function(kit_object compiler output source)  # further arguments: flags
  add_custom_command(OUTPUT ${output}
    COMMAND ${compiler} ${ARGN} -MD -MF ${output}.d -MT ${output} -c ${source} -o ${output}
    DEPENDS ${source} DEPFILE ${output}.d COMMENT "kit: ${output}" VERBATIM)
endfunction()

# Sets SOFTMARK_LIBC_NONSHARED: it holds the few functions of the C library that are linked in statically, such as atexit.
function(static_library compiler)
  execute_process(COMMAND ${compiler} -print-file-name=libc_nonshared.a OUTPUT_VARIABLE file OUTPUT_STRIP_TRAILING_WHITESPACE)
  set(SOFTMARK_LIBC_NONSHARED ${file} PARENT_SCOPE)
endfunction()

# Variables that a stub does not initialise read as NaN or absurd numbers, not as zeros by luck. GCC can from 12 on. clang fills
# arrays up to 1 MiB from 18 on; for older ones see docs/kits.md.
function(pattern_flag output compiler)
  set(flags "")
  foreach(flag -ftrivial-auto-var-init=pattern -ftrivial-auto-var-init-max-size=1048576)
    execute_process(COMMAND ${compiler} ${flags} ${flag} -x c++ -fsyntax-only /dev/null RESULT_VARIABLE failed
      OUTPUT_QUIET ERROR_QUIET)
    if(NOT failed)
      list(APPEND flags ${flag})
    endif()
  endforeach()
  set(${output} ${flags} PARENT_SCOPE)
endfunction()

# Where costs are counted, compilers put a call before each access to memory, but for those of a function's own variables that
# cannot go wrong: `__asan_load8_noabort` and its kin, in harness/costs.cpp. They do so as for the Linux kernel, for
# which there is no runtime to link. The functions that work on memory themselves, or are costly, are called through others there.
set(KIT_COUNTED_clang -fsanitize=kernel-address -mllvm -asan-instrumentation-with-call-threshold=0 -mllvm -asan-stack=0
  -mllvm -asan-globals=0 -mllvm -asan-opt-globals=0 -mllvm -asan-opt-stack=1)
set(KIT_COUNTED_gcc -fsanitize=kernel-address --param asan-instrumentation-with-call-threshold=0 --param asan-stack=0
  --param asan-globals=0)
set(KIT_COUNTED_CALLS malloc calloc realloc free memcpy memmove memset mempcpy expf32 expf64 _ZSt11_Hash_bytesPKvmm)
foreach(call exp exp2 exp10 expm1 cosh sinh tanh pow)
  list(APPEND KIT_COUNTED_CALLS ${call} ${call}f ${call}l)
endforeach()
list(TRANSFORM KIT_COUNTED_CALLS PREPEND "--wrap=" OUTPUT_VARIABLE KIT_COUNTED_LINK)
set(KIT_COUNTED_NAMES "")  # which a program may not write
foreach(call ${KIT_COUNTED_CALLS})
  string(APPEND KIT_COUNTED_NAMES " __wrap_${call} __real_${call}")
endforeach()
foreach(size 1 2 4 8 16 N)
  string(APPEND KIT_COUNTED_NAMES " __asan_load${size}_noabort __asan_store${size}_noabort")
endforeach()

# Of these a program tells the line before it crashes: grader/runtime/harness/crash.cpp.
set(KIT_CHECKS -fsanitize=integer-divide-by-zero,return -fno-sanitize-recover=integer-divide-by-zero)

# What a program is built with once more, after it failed, to tell the line. GCC takes a precompiled header without
# such tables only where it writes none: its header has them.
set(KIT_LINES_clang -gdwarf-4 -gline-tables-only)
set(KIT_LINES_gcc -gdwarf-4 -g1)

# Sanitized kits: the same with sanitizers, for a second look at a program that failed. Each is built when it is first needed.
# Programs are linked with the binding and the references of the kit that it goes with.
#   checked: AddressSanitizer and UndefinedBehaviorSanitizer. What reports is harness/checked.cpp, and harness/undefined.cpp in each
#            program: no library of the latter's is linked, for clang's runtime of the former has functions of the same names.
#   races:   ThreadSanitizer, and harness/races.cpp.
set(KIT_CHECKED -fsanitize=address,undefined,float-cast-overflow
  -fno-sanitize=vptr,builtin,nonnull-attribute,returns-nonnull-attribute,vla-bound,unreachable -fno-sanitize-recover=all)
set(KIT_CHECKED_RUNTIME address)
set(KIT_CHECKED_OBJECTS checked)  # it stands for harness/memory.cpp
set(KIT_CHECKED_START undefined)
set(KIT_RACES -fsanitize=thread)
set(KIT_RACES_RUNTIME thread)
set(KIT_RACES_OBJECTS races)  # it stands for harness/memory.cpp, too
set(KIT_RACES_START "")

# The two steps that follow add to `objects`, which a launcher is linked from.

# kit_arrays(NAME COMPILER FOLDER FLAG...): what operations on arrays compute, in NAME's kit or one that goes with it.
function(kit_arrays name compiler folder)
  set(flags ${KIT_HARNESS_FLAGS} ${ARGN})
  if(name STREQUAL "gcc")  # a tenth less to compile, for 1 GB of memory instead of 0.8: it never looks for what it could reuse
    list(APPEND flags --param ggc-min-expand=1000 --param ggc-min-heapsize=400000)
  endif()
  kit_object(${compiler} ${folder}/arrays.o ${CMAKE_BINARY_DIR}/generated/arrays.cpp ${flags})
  set(objects ${objects} ${folder}/arrays.o PARENT_SCOPE)
endfunction()

# kit_harness(NAME FOLDER OPTION): the harness of NAME's kit for one that goes with it, but for what objcopy's OPTION takes away.
function(kit_harness name folder option)
  set(harness ${CMAKE_BINARY_DIR}/kit/${name}/harness.o)
  add_custom_command(OUTPUT ${folder}/harness.o COMMAND ${CMAKE_OBJCOPY} --wildcard ${option} ${harness} ${folder}/harness.o
    DEPENDS ${harness} COMMENT "kit: ${folder}/harness.o" VERBATIM)
  set(objects ${objects} ${folder}/harness.o PARENT_SCOPE)
endfunction()

# kit_header(STEM NAME COMPILER FOLDER FLAGS): the header STEM.hpp of stubs, precompiled with the list FLAGS. Sets `header`, and
# `include`, the flags that take it.
function(kit_header stem name compiler folder flags)
  # Compilers look for the source of a precompiled header; isolated ones see the kit's folder only.
  configure_file(grader/runtime/kit/${stem}.hpp ${folder}/${stem}.hpp @ONLY)
  configure_file(grader/runtime/kit/standard.hpp ${folder}/standard.hpp COPYONLY)
  if(name STREQUAL "clang")
    set(header ${folder}/${stem}.pch)
    set(include -include-pch ${header})
    # Without the times of headers: those of a fresh checkout differ, and ./grade compares contents.
    list(APPEND flags -fpch-instantiate-templates -Xclang -fno-pch-timestamp)
  else()
    set(header ${folder}/${stem}.hpp.gch)  # GCC looks for it beside the header that it stands for
    set(include -include ${folder}/${stem}.hpp)
    list(APPEND flags -w ${KIT_LINES_gcc})
  endif()
  add_custom_command(OUTPUT ${header}
    COMMAND ${compiler} ${KIT_FLAGS} ${flags} -x c++-header ${folder}/${stem}.hpp -o ${header}
    DEPENDS ${folder}/${stem}.hpp ${folder}/standard.hpp ${KIT_HEADERS} COMMENT "kit: ${header}" VERBATIM)
  set(header ${header} PARENT_SCOPE)
  set(include ${include} PARENT_SCOPE)
endfunction()

# What a program may find in a launcher.
set(KIT_EXPORTS -Wl,--dynamic-list=${CMAKE_SOURCE_DIR}/grader/runtime/kit/exports.list)

# kit_link(COMPILER OUTPUT OBJECTS FLAG...): a launcher, or what stands for one.
function(kit_link compiler output objects)
  add_custom_command(OUTPUT ${output}
    COMMAND ${compiler} ${objects} ${SOFTMARK_SECCOMP} ${ARGN} -Wl,-z,now -ldl -o ${output}
    DEPENDS ${objects} ${CMAKE_SOURCE_DIR}/grader/runtime/kit/exports.list COMMENT "kit: ${output}" VERBATIM)
endfunction()

# add_kit(NAME COMPILER): target kit_NAME, files in build/kit/NAME.
function(add_kit name compiler)
  set(folder ${CMAKE_BINARY_DIR}/kit/${name})
  file(MAKE_DIRECTORY ${folder})
  set(objects ${folder}/harness.o ${folder}/memory.o ${folder}/counts.o)
  kit_object(${compiler} ${folder}/harness.o ${CMAKE_BINARY_DIR}/generated/harness.cpp ${KIT_HARNESS_FLAGS})
  kit_object(${compiler} ${folder}/memory.o ${CMAKE_SOURCE_DIR}/grader/runtime/harness/memory.cpp ${KIT_HARNESS_FLAGS})
  kit_object(${compiler} ${folder}/counts.o ${CMAKE_BINARY_DIR}/generated/counts.cpp ${KIT_HARNESS_FLAGS})
  set(array_flags -O1)  # loops that -O1 leaves alone are not what training waits for
  if(name STREQUAL "clang")
    list(APPEND array_flags -mllvm -inline-threshold=10 -fno-unroll-loops)  # a quarter less to compile, and loops as fast
  endif()
  kit_arrays(${name} ${compiler} ${folder} ${array_flags})
  pattern_flag(pattern ${compiler})
  set(stub_flags -O0 ${pattern} ${KIT_CHECKS})
  set(counted_flags ${stub_flags} ${KIT_COUNTED_${name}})
  kit_header(counted ${name} ${compiler} ${folder} "${counted_flags}")
  list(APPEND counted_flags ${include})
  set(counted_header ${header})
  kit_header(student ${name} ${compiler} ${folder} "${stub_flags}")
  list(APPEND stub_flags ${include})

  set(launcher ${folder}/launcher)
  kit_link(${compiler} ${launcher} "${objects}" ${KIT_EXPORTS})
  # Run in the place of a student's program to try the walls around it.
  set(probe ${folder}/probe.so)
  kit_object(${compiler} ${folder}/probe_run.o ${CMAKE_SOURCE_DIR}/grader/runtime/harness/probe_run.cpp
    ${KIT_FLAGS} ${stub_flags} -I${CMAKE_SOURCE_DIR}/grader -I${CMAKE_SOURCE_DIR}/grader/runtime)
  add_custom_command(OUTPUT ${folder}/probe_run.o DEPENDS ${header} APPEND)
  add_custom_command(OUTPUT ${probe} COMMAND ${compiler} -shared ${folder}/probe_run.o -o ${probe}
    DEPENDS ${folder}/probe_run.o COMMENT "kit: ${probe}" VERBATIM)

  # The only thing that a shared object linked without the compiler driver lacks.
  set(start ${folder}/dso_handle.o)
  kit_object(${compiler} ${start} ${CMAKE_SOURCE_DIR}/grader/runtime/kit/dso_handle.cpp -O2 -fPIC)
  kit_json(${folder} ${name} ${compiler} "${stub_flags}" "${counted_flags}" ${start})
  add_custom_target(kit_${name} DEPENDS ${folder}/built ${probe} confine probe_build unpack)
  # A change of what sanitized kits alone have makes this anew, too: by its time they are known to be stale.
  set(also ${KIT_CHECKED_OBJECTS} ${KIT_CHECKED_START} ${KIT_RACES_OBJECTS})
  list(TRANSFORM also REPLACE "(.+)" "${CMAKE_SOURCE_DIR}/grader/runtime/harness/\\1.cpp")
  kit_built(${folder} ${header} ${counted_header} ${launcher} ${start} ${also} ${folder}_checked/kit.json ${folder}_races/kit.json)
endfunction()

# kit_built(FOLDER FILE...): a file whose time says that a kit, of these files, is whole.
function(kit_built folder)
  add_custom_command(OUTPUT ${folder}/built COMMAND ${CMAKE_COMMAND} -E touch ${folder}/built DEPENDS ${ARGN} VERBATIM)
endfunction()

# add_sanitized_kit(NAME COMPILER KIND): target kit_NAME_KIND, files in build/kit/NAME_KIND.
function(add_sanitized_kit name compiler kind)
  set(folder ${CMAKE_BINARY_DIR}/kit/${name}_${kind})
  file(MAKE_DIRECTORY ${folder})
  string(TOUPPER KIT_${kind} of_kind)
  set(sanitizers ${${of_kind}} -fno-omit-frame-pointer)
  set(runtime -fsanitize=${${of_kind}_RUNTIME})
  set(start_objects ${folder}/dso_handle.o)
  kit_harness(${name} ${folder} --localize-symbol=__ubsan_handle_*)  # the runtime has its own
  foreach(stem ${${of_kind}_OBJECTS} ${${of_kind}_START})
    kit_object(${compiler} ${folder}/${stem}.o ${CMAKE_SOURCE_DIR}/grader/runtime/harness/${stem}.cpp ${KIT_HARNESS_FLAGS})
  endforeach()
  kit_arrays(${name} ${compiler} ${folder} -O0 ${runtime} -fno-omit-frame-pointer)
  foreach(stem ${${of_kind}_OBJECTS})
    list(APPEND objects ${folder}/${stem}.o)
  endforeach()
  foreach(stem ${${of_kind}_START})
    list(APPEND start_objects ${folder}/${stem}.o)
  endforeach()
  set(lines "")
  if(name STREQUAL "clang")
    list(APPEND sanitizers -fno-sanitize=function)
    list(APPEND runtime -Wl,-z,muldefs)
    set(lines ${KIT_LINES_clang})
  else()
    list(APPEND runtime -static-libasan -static-libtsan)
  endif()
  pattern_flag(pattern ${compiler})
  set(stub_flags -O0 ${pattern} ${sanitizers})
  # With lines, as GCC's header always is: each program that this kit builds has some.
  kit_header(student ${name} ${compiler} ${folder} "${stub_flags};${lines}")
  kit_link(${compiler} ${folder}/launcher "${objects}" -rdynamic ${runtime})
  set(start ${folder}/start.o)
  kit_object(${compiler} ${folder}/dso_handle.o ${CMAKE_SOURCE_DIR}/grader/runtime/kit/dso_handle.cpp -O2 -fPIC)
  add_custom_command(OUTPUT ${start}
    COMMAND ${SOFTMARK_LINKER} -r ${start_objects} -o ${start} DEPENDS ${start_objects} VERBATIM)
  kit_json(${folder} ${name} ${compiler} "${stub_flags};${include}" "${stub_flags};${include}" ${start})
  kit_built(${folder} ${header} ${folder}/launcher ${start} ${CMAKE_BINARY_DIR}/kit/${name}/built)
  add_custom_target(kit_${name}_${kind} DEPENDS kit_${name} ${folder}/built)
endfunction()

# add_debug_host(NAME COMPILER): target kit_NAME_debug, build/kit/NAME_debug/host, in which a debugger runs a program.
# It is built when it is first needed.
function(add_debug_host name compiler)
  set(folder ${CMAKE_BINARY_DIR}/kit/${name}_debug)
  file(MAKE_DIRECTORY ${folder})
  kit_object(${compiler} ${folder}/host.o ${CMAKE_SOURCE_DIR}/grader/runtime/harness/debug_host.cpp ${KIT_HARNESS_FLAGS})
  kit_harness(${name} ${folder} --localize-symbol=main)
  set(kit ${CMAKE_BINARY_DIR}/kit/${name})
  kit_link(${compiler} ${folder}/host "${folder}/host.o;${objects};${kit}/arrays.o;${kit}/memory.o;${kit}/counts.o" ${KIT_EXPORTS})
  add_custom_target(kit_${name}_debug DEPENDS kit_${name} ${folder}/host)
endfunction()

# Lists become JSON arrays of strings.
function(json_list output)
  set(text "")
  foreach(item IN LISTS ARGN)
    string(REPLACE "\\" "\\\\" item "${item}")
    string(REPLACE "\"" "\\\"" item "${item}")
    list(APPEND text "\"${item}\"")
  endforeach()
  list(JOIN text ", " text)
  set(${output} "[${text}]" PARENT_SCOPE)
endfunction()

# What objects must have in common to be linked: machine, compiler, and the libraries whose inline functions both have.
function(platform output name compiler)
  file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/generated/platform.cpp @ONLY CONTENT [[
#include <version>
#if __has_include(<xtensor/core/xtensor_config.hpp>)
#include <xtensor/core/xtensor_config.hpp>
#else
#include <xtensor/xtensor_config.hpp>
#endif
]])
  execute_process(COMMAND ${compiler} ${KIT_FLAGS} -dM -E ${CMAKE_BINARY_DIR}/generated/platform.cpp
    OUTPUT_VARIABLE macros)
  foreach(macro __clang_major__ __GNUC__ _GLIBCXX_RELEASE XTENSOR_VERSION_MAJOR XTENSOR_VERSION_MINOR XTENSOR_VERSION_PATCH)
    string(REGEX MATCH "#define ${macro} ([0-9]+)" found "${macros}")
    set(${macro} "${CMAKE_MATCH_1}")
  endforeach()
  if(NOT name STREQUAL "clang")
    set(__clang_major__ ${__GNUC__})
  endif()
  set(${output} "${CMAKE_SYSTEM_PROCESSOR}, ${name} ${__clang_major__}, libstdc++ ${_GLIBCXX_RELEASE}, xtensor ${XTENSOR_VERSION_MAJOR}.${XTENSOR_VERSION_MINOR}.${XTENSOR_VERSION_PATCH}" PARENT_SCOPE)
endfunction()

# kit_json(FOLDER NAME COMPILER FLAGS COUNTED START): FOLDER/kit.json; FLAGS is the list that stubs need besides KIT_FLAGS, COUNTED
# that of stubs whose costs are counted.
function(kit_json folder name compiler flags counted start)
  json_list(flags_json ${KIT_FLAGS} ${flags})
  json_list(counted_json ${KIT_FLAGS} ${counted})
  json_list(counted_link_json ${KIT_COUNTED_LINK})
  json_list(optimising_json ${KIT_FLAGS} -O2)
  json_list(lines_json ${KIT_LINES_${name}})
  execute_process(COMMAND ${compiler} --version OUTPUT_VARIABLE version)
  string(REGEX REPLACE "\n.*" "" version "${version}")
  platform(platform ${name} ${compiler})
  static_library(${compiler})
  file(CONFIGURE OUTPUT ${folder}/kit.json @ONLY CONTENT [[{
  "name": "@name@",
  "compiler": "@compiler@",
  "compiler_version": "@version@",
  "platform": "@platform@",
  "linker": "@SOFTMARK_LINKER@",
  "flags": @flags_json@,
  "optimising_flags": @optimising_json@,
  "counted_flags": @counted_json@,
  "counted_link_flags": @counted_link_json@,
  "line_flags": @lines_json@,
  "tool": "@CMAKE_SOURCE_DIR@",
  "launcher": "@folder@/launcher",
  "start_object": "@start@",
  "static_library": "@SOFTMARK_LIBC_NONSHARED@",
  "cmake": "@CMAKE_COMMAND@",
  "confine": "@CMAKE_BINARY_DIR@/sandbox/confine",
  "probe_build": "@CMAKE_BINARY_DIR@/sandbox/probe_build"
}
]])
endfunction()
