import { parseSync, Visitor } from "oxc-parser";

/** What ends a condition, outside parentheses. A condition with `or` is one. */
const END =
  /,|(?<!\.)\b(?:and|where|returning|(?:order|group) by|limit|for (?:no key )?update|on conflict|union|then|else|end|from|set|window|(?:(?:left|right|full|cross|inner) )?join)\b/y;

/** The conditions in a file's statements, each to be replaced by `true`: `start` and `end` are offsets in its text. */
export function guardsIn(file, text) {
  const guards = [];
  new Visitor({
    TaggedTemplateExpression({ quasi }) {
      const statement = masked(text, quasi);
      for (const { 0: found, index } of statement.matchAll(/(?<!\.)\b(?:where|and|on)\s+(?!conflict\b)/g)) {
        const start = quasi.start + index + found.length;
        const condition = statement.slice(index + found.length, endOf(statement, index + found.length)).trimEnd();
        const line = text.slice(0, start).split("\n").length;
        guards.push({ file, line, start, end: start + condition.length });
      }
    },
  }).visit(parseSync(file, text).program);
  return guards.sort((a, b) => a.start - b.start);
}

/** A template's text with expressions, strings and the `and` of `between` blotted out, so that offsets stay. */
function masked(text, { start, end, expressions }) {
  let statement = text.slice(start, end);
  for (const one of expressions) {
    const [from, to] = [one.start - start, one.end - start];
    statement = statement.slice(0, from) + "x".repeat(to - from) + statement.slice(to);
  }
  return statement.replace(/'[^']*'|\bbetween\s+\S+\s+and\b/g, (part) => "x".repeat(part.length));
}

function endOf(statement, from) {
  let depth = 0;
  for (let at = from; at < statement.length; at++) {
    if (statement[at] === "(") depth++;
    else if (statement[at] === "`" || (statement[at] === ")" && depth-- === 0)) return at;
    END.lastIndex = at;
    if (depth === 0 && at > from && END.test(statement)) return at;
  }
  return statement.length;
}
