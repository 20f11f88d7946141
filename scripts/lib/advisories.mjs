/**
 * What `npm audit --json` says, worst first; null when it is no report, because no registry answered or it offers none.
 * @param {string} output
 * @returns {{ name: string, severity: string, title: string, url: string, versions: string }[] | null}
 */
export function readAdvisories(output) {
  const report = parse(output);
  if (typeof report?.vulnerabilities !== "object" || report.vulnerabilities === null) return null;
  const found = new Map();
  for (const { via } of Object.values(report.vulnerabilities)) {
    // names alone are packages that depend on one with an advisory, which is in the report itself
    for (const one of via.filter((cause) => typeof cause === "object")) {
      const { name, severity, title, url, range } = one;
      found.set(`${name} ${url}`, { name, severity, title, url, versions: range });
    }
  }
  return [...found.values()].sort((one, other) => rank(other) - rank(one) || one.name.localeCompare(other.name));
}

const SEVERITIES = ["info", "low", "moderate", "high", "critical"];

const rank = ({ severity }) => SEVERITIES.indexOf(severity);

/** Whether an advisory is bad enough to act at once. An unknown severity isn't taken for a harmless one. */
export function isGrave(advisory) {
  return rank(advisory) === -1 || rank(advisory) >= SEVERITIES.indexOf("high");
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
