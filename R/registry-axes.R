# Axes: along what the slices of a target lie.
#
# label, plural  in words; `label` also heads the column of a table
axis_row <- function(id, label = id, plural = paste0(label, "s")) list(id = id, label = label, plural = plural)

# "slice": of results that are bound and lie along several.
registry_axes <- new_registry(
  axis_row("class", plural = "classes"),
  axis_row("threshold"),
  axis_row("group"),
  axis_row("slice")
)

axis_plural <- function(axis) registry_axes[axis, "plural"]
