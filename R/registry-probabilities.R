# What is estimated of probabilities and scores.
#
# id       its name; `also`: what else it is called; `core`: what C calls it
# label    in running text; `formula` for the help page
# lower, upper, better   its range, and which values are good ("high", "low", NA: neither)
# ranks    whether it needs no more than the order of the scores, so that no probabilities are needed
# option   of what there is one number or several: the largest false positive rate, thresholds
# classes  of probabilities of several classes: "each", of one class against the rest; "all", of all together
# upper_all  the upper end of its range then
# clips    whether its option is how far probabilities are kept from 0 and 1
# mean     whether it is a mean of what each row adds, of which signs and ranks can be taken
# limits   how an interval is made unless asked otherwise ("area": by the rule for areas; "operating": Zhou and Qin's;
#          "precision": on the logit scale with normal quantiles)
probability_row <- function(id, label, formula, lower = 0, upper = 1, better = "high", ranks = FALSE,
                            option = NA_real_, limits = "t", classes = "each", upper_all = upper, mean = FALSE,
                            clips = FALSE, also = character()) {
  new_row(several = c("option", "also"), core = id)
}

registry_probabilities <- new_registry(
  probability_row(
    "roc_auc", "AUC", "P(score of an event > score of another row), ties half",
    ranks = TRUE, limits = "area", also = c(
      "auc", "auroc", "auc_roc", "rocauc", "area_under_the_curve", "c_index", "c_statistic"
    )
  ),
  probability_row(
    "hand_till", "Hand-Till AUC", "mean over pairs of classes of the AUC of the one against the other (two: the AUC)",
    ranks = TRUE, limits = "area", classes = "all", also = c("hand_till_m", "auc_hand_till")
  ),
  probability_row(
    "partial_auc", "partial AUC", "area under the ROC curve over the false positive rates of `partial_auc()`",
    ranks = TRUE, option = 0.1, also = "pauc"
  ),
  probability_row(
    "standardised_partial_auc", "standardised partial AUC",
    "the same by McClish: 1/2 for a useless score, 1 for a perfect one",
    ranks = TRUE, option = 0.1, limits = "logit", also = "standardized_partial_auc"
  ),
  probability_row(
    "partial_auc_tpr", "partial AUC by sensitivity",
    "area of the specificity over the true positive rates of `partial_auc(tpr = )`, or those from 0.8 on",
    ranks = TRUE, option = 0.2
  ),
  probability_row(
    "standardised_partial_auc_tpr", "standardised partial AUC by sensitivity", "the same by McClish",
    ranks = TRUE, option = 0.2, limits = "logit"
  ),
  probability_row(
    "sensitivity_at", "sensitivity at a specificity",
    "share of events above the threshold that leaves out the share `specificity` of the other rows",
    ranks = TRUE, option = 0.9, limits = "operating", also = c("sens_at_spec", "recall_at_specificity")
  ),
  probability_row(
    "specificity_at", "specificity at a sensitivity",
    "share of the other rows below the threshold that finds the share `sensitivity` of the events",
    ranks = TRUE, option = 0.9, limits = "operating", also = "spec_at_sens"
  ),
  probability_row(
    "average_precision", "average precision", "mean over events of the share of events among rows that score as high",
    ranks = TRUE, limits = "precision", also = "ap"
  ),
  probability_row(
    "pr_auc_interpolated", "interpolated area under the precision-recall curve",
    "by Davis and Goadrich, to match others; nothing is known of its error: compare `average_precision`",
    ranks = TRUE, also = "auprc_interpolated"
  ),
  probability_row(
    "brier", "Brier score", "mean of (p - y)^2; of several classes the sum over them, from 0 to 2",
    better = "low", classes = "all", upper_all = 2, mean = TRUE, also = c("brier_score", "brier_class")
  ),
  probability_row(
    "log_loss", "log loss", "mean of -log p of what happened; infinite if that had p = 0, unless clipped", upper = Inf,
    better = "low", classes = "all", mean = TRUE, clips = TRUE, also = c(
      "logloss", "mn_log_loss", "mnlogloss", "cross_entropy", "nll", "negative_log_likelihood"
    )
  ),
  probability_row(
    "rps", "ranked probability score",
    "of ordered classes: mean of the sum over k of (P(class <= k) - 1(y <= k))^2 (two: the Brier score)",
    upper = Inf, better = "low", classes = "all", mean = TRUE, also = c("ranked_prob_score", "ranked_probability_score")
  ),
  probability_row(
    "brier_skill", "Brier skill", "1 - Brier score / that of everybody's probability being the share of events",
    lower = -Inf, classes = "all", also = c("ipa", "brier_skill_score")
  ),
  probability_row(
    "log_skill", "log skill", "1 - log loss / that of everybody's probability being the share of events",
    lower = -Inf, classes = "all", clips = TRUE
  ),
  probability_row(
    "rps_skill", "ranked probability skill", "1 - ranked probability score / that of the classes' shares",
    lower = -Inf, classes = "all", also = c("rpss", "ranked_probability_skill_score")
  ),
  probability_row(
    "net_benefit", "net benefit", "share of events found - share of false alarms * t / (1 - t), acting on p >= t",
    lower = -Inf, option = seq(1, 9) / 10, mean = TRUE, also = "decision_curve"
  ),
  probability_row(
    "standardised_net_benefit", "standardised net benefit",
    "net benefit / share of events: 1 where all events, and nothing else, are acted upon",
    lower = -Inf, option = seq(1, 9) / 10, also = c("snb", "standardized_net_benefit")
  ),
  probability_row(
    "calibration_in_the_large", "calibration in the large", "mean of y - p: 0 where it is right",
    lower = -1, better = NA_character_, mean = TRUE
  ),
  probability_row(
    "observed_expected", "observed over expected", "share of events / mean of p: 1 where it is right in the large",
    upper = Inf, better = NA_character_, limits = "log", also = c("oe_ratio", "o_e_ratio")
  ),
  probability_row(
    "calibration_intercept", "calibration intercept", "a of logit P(event) = a + logit p: 0 where it is right",
    lower = -Inf, upper = Inf, better = NA_character_, clips = TRUE
  ),
  probability_row(
    "calibration_slope", "calibration slope", "b of logit P(event) = a + b logit p: 1 where it is right",
    lower = -Inf, upper = Inf, better = NA_character_, clips = TRUE
  )
)

probability_ids <- function(metric) {
  plain <- translate(lower_ascii(metric), "- .", "___")
  also <- registry_probabilities$also
  known <- c(registry_probabilities$id, unlist(also))
  c(registry_probabilities$id, rep(registry_probabilities$id, lengths(also)))[match(plain, known)]
}

# Skills against the shares of these rows, unless a reference is given.
own_skills <- c("brier_skill", "log_skill")
