import {
  isCallExpression,
  isStringLiteral,
  isTaggedTemplateExpression,
  isTemplateExpression,
  type Node,
  type TaggedTemplateExpression,
} from "typescript/unstable/ast";
import { isStringLiteralType, isUnionType, type Type } from "typescript/unstable/sync";
import { isFragment, isTag, placeOf, type Source } from "@/tests/support/sql-statements/project";
import { createResolver, type Value } from "@/tests/support/sql-statements/resolve";

/** A text that a statement may have, the types of its parameters, and the templates that it consists of. */
export type Text = { text: string; parameters: Type[]; templates: Set<Node> };

type Draft = { parts: (string | Type)[]; templates: Set<Node> };

/** A template whose text isn't known before it runs. */
export class UnknownText extends Error {}

/**
 * Writes templates as PostgreSQL gets them, with `$n` for values. A statement with conditional fragments has several
 * texts, in which each branch appears at least once; conditions in the same place of their lists are taken together.
 */
export function createFlattener(source: Source): (template: TaggedTemplateExpression) => Text[] {
  const { checker } = source;
  const resolve = createResolver(source);

  function flatten({ node, scope }: Value): Draft[] {
    if (!isTaggedTemplateExpression(node)) return identifiers({ node, scope });
    const { template } = node;
    const own = new Set<Node>([node]);
    if (!isTemplateExpression(template)) return [{ parts: [template.text], templates: own }];
    const pieces: Draft[][] = [[{ parts: [template.head.text], templates: own }]];
    for (const { expression, literal } of template.templateSpans) {
      pieces.push(hole({ node: expression, scope }), [{ parts: [literal.text], templates: own }]);
    }
    return join(pieces);
  }

  function hole({ node, scope }: Value): Draft[] {
    if (!isFragment(checker, node)) {
      const type = checker.getTypeAtLocation(node);
      if (!type) throw new UnknownText(`${placeOf(node)}: no type`);
      return [{ parts: [type], templates: new Set() }];
    }
    const drafts = resolve(node, scope).flatMap(flatten);
    if (drafts.length === 0) throw new UnknownText(`${placeOf(node)}: ${node.getText()}`);
    return drafts;
  }

  /** `sql(name)`, once for each name. */
  function identifiers({ node, scope }: Value): Draft[] {
    const argument = isCallExpression(node) && isTag(checker, node.expression) ? node.arguments[0] : undefined;
    if (!argument) throw new UnknownText(`${placeOf(node)}: ${node.getText()}`);
    const found = resolve(argument, scope).flatMap((value) => (isStringLiteral(value.node) ? [value.node.text] : []));
    const names = found.length > 0 ? found : literals(checker.getTypeAtLocation(argument));
    return names.map((name) => ({ parts: [quote(name)], templates: new Set() }));
  }

  return (template) => flatten({ node: template, scope: new Map() }).map(number);
}

/** Joins the drafts of each piece, the first with the first and so on. */
function join(pieces: Draft[][]): Draft[] {
  const count = Math.max(...pieces.map((drafts) => drafts.length));
  return Array.from({ length: count }, (_, index) => {
    const chosen = pieces.flatMap((drafts) => drafts[index % drafts.length] ?? []);
    return {
      parts: chosen.flatMap((draft) => draft.parts),
      templates: new Set(chosen.flatMap((draft) => [...draft.templates])),
    };
  });
}

function number({ parts, templates }: Draft): Text {
  const parameters: Type[] = [];
  const text = parts.map((part) => (typeof part === "string" ? part : `$${parameters.push(part)}`)).join("");
  return { text, parameters, templates };
}

function literals(type: Type | undefined): string[] {
  if (!type) return [];
  if (isUnionType(type)) return type.getTypes().flatMap(literals);
  return isStringLiteralType(type) ? [type.value] : [];
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""').replaceAll(".", '"."')}"`;
}
