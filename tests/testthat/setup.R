# No test reads a backtrace, and rlang takes as long to draw one as for all the rest of an error.
options("rlang:::disable_trace_capture" = TRUE)
