import type { Node, TaggedTemplateExpression } from "typescript/unstable/ast";
import type { Sql } from "@/lib/db/client";
import { createFlattener, type Text, UnknownText } from "@/tests/support/sql-statements/flatten";
import { createPreparer, type Description } from "@/tests/support/sql-statements/prepare";
import { findTemplates, openSource, placeOf } from "@/tests/support/sql-statements/project";
import { compareRow } from "@/tests/support/sql-statements/rows";
import { isWrittenAs, kindsOf, sampleOf } from "@/tests/support/sql-statements/values";

const STATEMENT = /^`\s*(select|with|insert|update|delete|values|set|listen|notify|lock)\b/i;

type Template = TaggedTemplateExpression;
type Statement = { template: Template; texts: Text[] };

/** A mismatch, `lib/keys/find.ts:42 isn't …`, and what exceptions.ts may name it by. */
export type Finding = { at: string; key: string; problem: string };

export type Report = {
  statements: number;
  /** templates whose text can't be known before they run, and fragments that no statement contains */
  unread: Finding[];
  /** texts that PostgreSQL doesn't accept; `isDependent` if each fragment of the text is in one that it accepts */
  refused: (Finding & { isDependent: boolean })[];
  parameters: Finding[];
  rows: Finding[];
  nulls: Finding[];
};

/** Prepares every statement of the service in a migrated database, and compares its row type and parameters with the answer. */
export async function checkStatements(sql: Sql): Promise<Report> {
  const source = openSource();
  try {
    const prepare = await createPreparer(sql);
    const { statements, unread } = readStatements(findTemplates(source), createFlattener(source));
    const report: Report = { statements: statements.length, unread, refused: [], parameters: [], rows: [], nulls: [] };
    const accepted = new Set<Node>();
    const refused: { templates: Set<Node>; finding: Finding }[] = [];
    for (const { template, text, parameters, templates } of statements.flatMap(eachText)) {
      const kinds = parameters.map((type) => kindsOf(source.checker, type));
      const answer = await prepareTwice(prepare, text, kinds);
      if (answer instanceof Error) {
        refused.push({ templates, finding: finding(template, answer.message) });
        continue;
      }
      for (const node of templates) accepted.add(node);
      report.parameters.push(...compareParameters(template, kinds, answer.parameters));
      for (const { property, problem } of compareRow(source.checker, template, answer.columns)) {
        const list = problem === "may be null" ? report.nulls : report.rows;
        list.push(finding(template, `${property} ${problem}`, property));
      }
    }
    report.refused = refused.map(({ templates, finding }) => ({
      ...finding,
      isDependent: [...templates].every((node) => accepted.has(node)),
    }));
    return report;
  } finally {
    source.close();
  }
}

const eachText = ({ template, texts }: Statement) => texts.map((text) => ({ template, ...text }));

/** With values, and with null where that is possible: a value is sent with its type, null without one. */
async function prepareTwice(
  prepare: (text: string, values: unknown[]) => Promise<Description>,
  text: string,
  kinds: Set<string>[],
): Promise<Description | Error> {
  try {
    const samples = kinds.map(sampleOf);
    const answer = await prepare(text, samples);
    if (kinds.some((one) => one.has("null"))) {
      await prepare(
        text,
        samples.map((sample, index) => (kinds[index]?.has("null") ? null : sample)),
      );
    }
    return answer;
  } catch (error) {
    return error as Error;
  }
}

/** Statements with their texts. A template that is part of another statement isn't one itself. */
function readStatements(
  templates: Template[],
  flatten: (template: Template) => Text[],
): { statements: Statement[]; unread: Finding[] } {
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

function compareParameters(template: Template, kinds: Set<string>[], types: string[]): Finding[] {
  return kinds.flatMap((kind, index) => {
    const type = types[index] ?? "";
    if (isWrittenAs(kind, type)) return [];
    return [finding(template, `writes ${[...kind].join(" | ")} to parameter $${index + 1}, which is ${type}`)];
  });
}

function finding(template: Node, problem: string, property?: string): Finding {
  const at = placeOf(template);
  const file = at.slice(0, at.lastIndexOf(":"));
  return { at, key: property ? `${file} ${property}` : file, problem };
}
