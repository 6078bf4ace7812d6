# Axes: along what the slices of a target lie.
#
# label, plural  in words; `label` also heads the column of a table
# ordered        whether slices are numbers in an order
axis_row <- function(id, ordered = FALSE) {
  list(id = id, label = id, plural = plural_of(id), ordered = ordered)
}

# "slice": of results that are bound and lie along several.
registry_axes <- new_registry(
  axis_row("class"),
  axis_row("threshold", ordered = TRUE),
  axis_row("group"),
  axis_row("slice")
)

axis_plural <- function(axis) registry_axes[axis, "plural"]

is_ordered_axis <- function(axis) registry_axes[axis, "ordered"]
