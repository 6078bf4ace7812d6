/* Who is stronger, from battles of two: P(i beats j) = 1 / (1 + exp(b_j - b_i - g)), i
 * the one presented first, with sum b = 0 (Bradley & Terry 1952,
 * doi:10.2307/2334029); g is 0, or how much it helps to be first. */
#ifndef VD_BATTLE_H
#define VD_BATTLE_H

#include <stddef.h>

#include "math/status.h"

/* Rows of battles: codes from 0, the score of the first (1 won, 0 lost, between: shared),
 * how many battles the row is, and of which unit of chance (from 1; 0: of several). */
typedef struct {
  int n_models;
  int ordered; /* whether g is estimated */
  ptrdiff_t n;
  const int *first, *second;
  const double *score, *count;
  const int *unit;
} vd_battles;

/* Why a model has a finite ability (VD_STATUS_OK) or not, by the graph of who beat whom
 * (Ford 1957, doi:10.2307/2308513): VD_STATUS_NEVER_WON, VD_STATUS_NEVER_LOST (also of
 * all but those), VD_STATUS_NOT_LINKED, VD_STATUS_ONE_WAY, VD_STATUS_NO_ROWS.
 * `work` holds vd_battle_graph_work(n_models) bytes. */
size_t vd_battle_graph_work(int n_models);
void vd_battle_graph(const vd_battles *x, vd_status *status, unsigned char *work);

/* What links a model to the rest by one unit alone varies by nothing that could be seen:
 * of models with a finite ability the largest group that no one unit links keeps it, the
 * others get VD_STATUS_ONE_LINK; all do if no group is larger than each other. One with
 * whom none is left to compare it gets VD_STATUS_ALONE. `work` holds
 * vd_battle_links_work(n_models) ints. */
size_t vd_battle_links_work(int n_models);
void vd_battle_links(const vd_battles *x, vd_status *status, int *work);

/* Which battles bear on the same differences: those of one block, in which no model
 * stands between any two others (Hopcroft & Tarjan 1973, doi:10.1145/362248.362272);
 * where it is estimated how much it helps to be first, all. `block` gets a number from 1
 * a row, 0 for those of models without a finite ability. `work` holds
 * vd_battle_blocks_work(n_models) ints. */
size_t vd_battle_blocks_work(int n_models);
void vd_battle_blocks(const vd_battles *x, const vd_status *status, int *block,
                      int *work);

/* The abilities of models with a finite one, and g (element n_models) by Newton's method;
 * `inverse` ((n_models + 1) squared) gets the inverse of the information, 0 for the
 * others. VD_STATUS_INFINITE_ORDER: with g there is no finite maximum, as when the first
 * always wins, or not one alone; VD_STATUS_INFINITE: without. `work` holds
 * vd_battle_work(n_models) doubles, `place` n_models numbers. `pause` (may be NULL) is
 * called now and then: it may jump. */
size_t vd_battle_work(int n_models);
vd_status vd_battle_fit(const vd_battles *x, const vd_status *status, double *ability,
                        double *inverse, double *work, int *place, void (*pause)(void));

/* Adds to value[group + n_groups * model] what the rows [lo, hi) contribute to each
 * ability and (model n_models) to g: the scores of the likelihood times the inverse of
 * the information. `group` is that of each row, from 0; NULL: each row is its own, and
 * counts once. */
void vd_battle_influence(const vd_battles *x, const vd_status *status,
                         const double *ability, const double *inverse, const int *group,
                         ptrdiff_t n_groups, ptrdiff_t lo, ptrdiff_t hi, double *value);

#endif
