const COLUMNS = ["path", "measured", "baseline", "ratio", "wanted", "verdict"];

/** A figure that must be reached; `unit` is "×" for a ratio. */
export const atLeast = (limit, unit = "×") => ({ text: `≥ ${limit} ${unit}`, unit, missing: (value) => limit - value });
export const atMost = (limit, unit = "×") => ({ text: `≤ ${limit} ${unit}`, unit, missing: (value) => value - limit });

/**
 * One line of the table. What is judged is the ratio or, for a figure that has a unit of its own, `value` in that unit.
 * Without `wanted` the line is a report.
 */
export function row({ path, measured, baseline = "–", ratio = null, value = ratio, wanted = null, verdict = null }) {
  return {
    path,
    measured,
    baseline,
    ratio: ratio === null ? "–" : `${ratio.toFixed(2)} ×`,
    wanted: wanted?.text ?? "report",
    verdict: verdict ?? (wanted ? judge(wanted, value) : "–"),
  };
}

function judge({ missing, unit }, value) {
  const short = missing(value);
  if (Number.isNaN(short)) return "not measured";
  return short <= 0 ? "ok" : `short by ${Number(short.toPrecision(2))} ${unit}`;
}

/** Markdown, with aligned columns for reading in a terminal. */
export function formatTable(rows) {
  const widths = COLUMNS.map((column) => Math.max(column.length, ...rows.map((one) => one[column].length)));
  const line = (cells) => `| ${cells.map((cell, index) => cell.padEnd(widths[index])).join(" | ")} |`;
  return [
    line(COLUMNS),
    line(widths.map((width) => "-".repeat(width))),
    ...rows.map((one) => line(COLUMNS.map((column) => one[column]))),
  ].join("\n");
}
