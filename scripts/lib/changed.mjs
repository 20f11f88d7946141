import path from "node:path";

/** What changes the ground that tests stand on: the database, the tools, what all tests share. */
const EVERYTHING =
  /^(?:drizzle|scripts|bench|sdks\/browser|tests\/(?:support|vectors|generators|[a-z]+\/support)|\.ci)\/|^[^/]+\.(?:ts|mjs|json)$|^\.[^/]+$|\.sql$/;
/** A statement on the database, whose effect no import shows. */
const SQL = /\b(?:sql|tx|session|held)[<`]|\borm\b/;
const LIBRARIES = ["node", "python", "php", "go"];
const TEST = /^tests\/(?:unit|api|integration|service)\/.*\.test\.tsx?$/;

/**
 * What has to run for these changed files, or `everything: true` if a file's effects can't be followed. `graph`: the
 * files that each file imports; `textOf(file)`: its text, null if it is gone.
 */
export function testsFor(changed, graph, textOf) {
  const everything = changed.find((file) => {
    const text = textOf(file);
    return text === null || EVERYTHING.test(file) || (file.startsWith("lib/") && SQL.test(text));
  });
  if (everything) return { everything: true, because: everything };
  const affected = reachedFrom(changed, reversed(graph));
  const isServed = [...affected].some((file) => file === "server.ts" || file.startsWith("app/"));
  const isApi = [...affected].some((file) => file.startsWith("app/api/"));
  const tests = [...affected].filter((file) => TEST.test(file));
  const services = [...graph.keys()].filter((file) => isServed && /^tests\/service\/.*\.test\.ts$/.test(file));
  return {
    everything: false,
    vitest: [...new Set([...tests, ...services, ...readersOf(changed, graph, textOf)])].sort(),
    sdks: LIBRARIES.filter((name) => isApi || changed.some((file) => file.startsWith(`sdks/${name}/`))),
    e2e: isServed ? [] : changed.filter((file) => /^tests\/e2e\/.*\.spec\.ts$/.test(file)),
    pages: isServed,
  };
}

/** Tests that read a changed file instead of importing it: documents by name, code by its folder. */
function readersOf(changed, graph, textOf) {
  const names = changed.flatMap((file) => [file, ...(/\.md$/.test(file) ? [path.basename(file)] : [])]);
  return [...graph.keys()].filter((file) => {
    if (!TEST.test(file)) return false;
    const text = textOf(file) ?? "";
    return /readdirSync|glob\(|ls-files/.test(text) || names.some((name) => text.includes(name));
  });
}

function reversed(graph) {
  const importers = new Map();
  for (const [file, imports] of graph) {
    for (const target of imports) importers.set(target, [...(importers.get(target) ?? []), file]);
  }
  return importers;
}

function reachedFrom(files, arrows) {
  const reached = new Set(files);
  for (const file of reached) for (const next of arrows.get(file) ?? []) reached.add(next);
  return reached;
}
