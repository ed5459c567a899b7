#pragma once
// What the grader takes of Linux and WASI lacks. It is included before all else.

#define O_PATH 0

/// "SEGV", and "Segmentation fault".
extern "C" const char* sigabbrev_np(int signal);
extern "C" const char* sigdescr_np(int signal);
