import type { Node, TaggedTemplateExpression } from "typescript/unstable/ast";
import { createFlattener, type Text, UnknownText } from "@/tests/support/sql-statements/flatten";
import { findTemplates, placeOf, type Source } from "@/tests/support/sql-statements/project";

const STATEMENT = /^`\s*(select|with|insert|update|delete|values|set|listen|notify)\b/i;

/**
 * Commands that PostgreSQL can't prepare, so that it tells nothing about their parameters. They read and write no
 * single row.
 */
const UTILITY = /^`\s*(alter|analyze|copy|create|drop|lock|truncate)\b/i;

export type Template = TaggedTemplateExpression;
export type Statement = { template: Template; texts: Text[] };

/** A mismatch, `lib/business/keys/find.ts:42 isn't …`, and what exceptions.ts may name it by. */
export type Finding = { at: string; key: string; problem: string };

/** `unread`: templates whose text can't be known before they run, and fragments that no statement contains. */
export type ReadStatements = { statements: Statement[]; unread: Finding[] };

/** Every plain SQL statement of the service. A template that is part of another statement isn't one itself. */
export function readStatements(source: Source): ReadStatements {
  const templates = findTemplates(source).filter((template) => !UTILITY.test(template.template.getText()));
  const flatten = createFlattener(source);
  const unread: Finding[] = [];
  const parts = new Set<Node>();
  const read = templates
    .filter((template) => STATEMENT.test(template.template.getText()))
    .flatMap((template) => {
      parts.add(template);
      try {
        return [{ template, texts: flatten(template) }];
      } catch (error) {
        if (!(error instanceof UnknownText)) throw error;
        unread.push(finding(template, `has an unknown part: ${error.message}`));
        return [];
      }
    });
  const inner = new Set<Node>();
  for (const { template, texts } of read) {
    for (const node of texts.flatMap((text) => [...text.templates])) if (node !== template) inner.add(node);
  }
  for (const template of templates) {
    if (!parts.has(template) && !inner.has(template)) unread.push(finding(template, "is in no statement"));
  }
  return { statements: read.filter(({ template }) => !inner.has(template)), unread };
}

export function finding(template: Node, problem: string, property?: string): Finding {
  const at = placeOf(template);
  const file = at.slice(0, at.lastIndexOf(":"));
  return { at, key: property ? `${file} ${property}` : file, problem };
}
