/* What two numbers are compared by, and the scale on which that is a difference: as they
 * are, their logarithms or their logits. */
#ifndef VD_MEASURE_H
#define VD_MEASURE_H

typedef enum {
  VD_MEASURE_DIFFERENCE = 0,
  VD_MEASURE_RATIO,
  VD_MEASURE_ODDS_RATIO
} vd_measure;

static const char *const vd_measure_names[] = {
    [VD_MEASURE_DIFFERENCE] = "difference",
    [VD_MEASURE_RATIO] = "ratio",
    [VD_MEASURE_ODDS_RATIO] = "odds_ratio",
};

#endif
