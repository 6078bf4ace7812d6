/* Two small tables of scores, by columns: their results are known from other software. */
#ifndef BLOCKS_H
#define BLOCKS_H

/* Four folds, three classifiers. */
static const double folds[] = {.80, .84, .76, .82, .83, .88,
                               .81, .83, .79, .85, .78, .80};

/* Six data sets, three classifiers. */
static const double datasets[] = {.81, .70, .90, .66, .77, .85, .79, .72, .88,
                                  .60, .75, .86, .84, .75, .93, .66, .80, .88};

#endif
