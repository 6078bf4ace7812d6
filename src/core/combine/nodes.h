/* The distribution of the largest statistic at nodes of t, and between them: log(-log(1 -
 * p)) of any is a monotone cubic in that of one, in which n independent tests are a shift
 * by log n. */
#ifndef VD_NODES_H
#define VD_NODES_H

enum { VD_NODES_MOST = 104 };

/* Below, a logarithm is of a probability that is added up as it is small; above,
 * independence is multiplied. */
static const double vd_nodes_small = -30;

/* From here on a tail is one step. */
static const double vd_nodes_far = 5.5;

typedef struct {
  int n;                          /* 0: none are set */
  double critical[VD_NODES_MOST]; /* t, rising */
  double log_p[VD_NODES_MOST];    /* of one statistic beyond the node, decreasing */
  double at[VD_NODES_MOST];       /* the same as log(-log(1 - p)) */
  double any[VD_NODES_MOST];      /* of any, likewise; at first log p */
  double slope[VD_NODES_MOST];    /* of any on at */
} vd_nodes;

/* t with log P(one statistic beyond it) = log_p. */
double vd_nodes_critical(double log_p, int sides);

/* Nodes down to log_p. */
void vd_nodes_set(vd_nodes *x, int sides, double log_p);

/* Log p of any beyond node i. Slopes are found when all nodes have theirs. */
void vd_nodes_put(vd_nodes *x, int i, double log_any);
void vd_nodes_slopes(vd_nodes *x);

/* Log p of any where one statistic has log_p < 0. */
double vd_nodes_any(const vd_nodes *x, double log_p);

#endif
