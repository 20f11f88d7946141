import { parseSync, Visitor } from "oxc-parser";
import { check } from "recheck";

/** One verdict for one expression: the checker tries texts at random. */
const SEED = 1;

/** A slow machine must not make a verdict uncertain. */
const LIMIT_MS = 120_000;

/** Regular expressions of a source file. `problem` is set where the source hides what it will look for. */
export function regexesIn(file, text) {
  const found = [];
  const at = (node) => `${file}:${text.slice(0, node.start).split("\n").length}`;
  const built = (node) => {
    if (node.callee.type !== "Identifier" || node.callee.name !== "RegExp") return;
    found.push({
      at: at(node),
      problem: "is built while the program runs. Write it as a literal, so that it can be checked",
    });
  };
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`);
  new Visitor({
    Literal(node) {
      if (node.regex) found.push({ at: at(node), source: node.regex.pattern, flags: node.regex.flags });
    },
    CallExpression: built,
    NewExpression: built,
  }).visit(program);
  return found;
}

/** Null when the time of a match grows with the text's length and no faster; otherwise what is wrong. */
export async function problemOf(source, flags) {
  const verdict = await check(source, flags, { timeout: LIMIT_MS, randomSeed: SEED });
  if (verdict.status === "safe") return null;
  if (verdict.status === "unknown") return `could not be judged (${verdict.error.kind})`;
  return `is ${verdict.complexity.summary}, for example on ${verdict.attack.pattern}`;
}
