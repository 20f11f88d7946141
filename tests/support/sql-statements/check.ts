import type { Node } from "typescript/unstable/ast";
import type { Sql } from "@/lib/base/db/client";
import { createPreparer, type Description } from "@/tests/support/sql-statements/prepare";
import type { Source } from "@/tests/support/sql-statements/project";
import { compareRow } from "@/tests/support/sql-statements/rows";
import {
  type Finding,
  finding,
  type ReadStatements,
  type Statement,
  type Template,
} from "@/tests/support/sql-statements/statements";
import { isWrittenAs, kindsOf, sampleOf } from "@/tests/support/sql-statements/values";

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

/**
 * Prepares every statement of the service in a migrated database, and compares its row type and parameters with the
 * answer.
 */
export async function checkStatements(sql: Sql, { checker }: Source, read: ReadStatements): Promise<Report> {
  const prepare = await createPreparer(sql);
  const { statements, unread } = read;
  const report: Report = { statements: statements.length, unread, refused: [], parameters: [], rows: [], nulls: [] };
  const accepted = new Set<Node>();
  const refused: { templates: Set<Node>; finding: Finding }[] = [];
  for (const { template, text, parameters, templates } of statements.flatMap(eachText)) {
    const kinds = parameters.map((type) => kindsOf(checker, type));
    const answer = await prepareTwice(prepare, text, kinds);
    if (answer instanceof Error) {
      refused.push({ templates, finding: finding(template, answer.message) });
      continue;
    }
    for (const node of templates) accepted.add(node);
    report.parameters.push(...compareParameters(template, kinds, answer.parameters));
    for (const { property, problem } of compareRow(checker, template, answer.columns)) {
      const list = problem === "may be null" ? report.nulls : report.rows;
      list.push(finding(template, `${property} ${problem}`, property));
    }
  }
  report.refused = refused.map(({ templates, finding }) => ({
    ...finding,
    isDependent: [...templates].every((node) => accepted.has(node)),
  }));
  return report;
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

function compareParameters(template: Template, kinds: Set<string>[], types: string[]): Finding[] {
  return kinds.flatMap((kind, index) => {
    const type = types[index] ?? "";
    if (isWrittenAs(kind, type)) return [];
    return [finding(template, `writes ${[...kind].join(" | ")} to parameter $${index + 1}, which is ${type}`)];
  });
}
