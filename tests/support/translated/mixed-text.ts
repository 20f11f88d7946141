import {
  type Expression,
  isBinaryExpression,
  isBindingElement,
  isConditionalExpression,
  isIdentifier,
  isImportSpecifier,
  isJsxElement,
  isJsxExpression,
  isJsxFragment,
  isJsxOpeningElement,
  isJsxSelfClosingElement,
  isJsxText,
  isNoSubstitutionTemplateLiteral,
  isObjectBindingPattern,
  isParenthesizedExpression,
  isPropertyAccessExpression,
  isStringLiteral,
  isVariableDeclaration,
  type JsxChild,
  type Node,
  SyntaxKind,
} from "typescript/unstable/ast";
import { isUnionType, type StringLiteralType, type Type, TypeFlags } from "typescript/unstable/sync";
import { placeOf, type Source, walk } from "@/tests/support/sql-statements/project";

/**
 * `text` may change or go; `fixed` is the same text for ever; `element` is always there, `optional` may come and go.
 */
type Part = "text" | "fixed" | "element" | "optional";

const TEXT = TypeFlags.StringLike | TypeFlags.NumberLike | TypeFlags.BigIntLike;
const NOTHING = TypeFlags.Null | TypeFlags.Undefined | TypeFlags.BooleanLike;

/** Is HTML in a browser, and its script replaces what differs. The countdown is the keypad's too. */
const PAYMENT_PAGE = /\bcomponents\/checkout\/(?!countdown\b)/;

/**
 * Places in React's components where text that may change stands beside something else, or where something may come
 * before a text. A translator replaces text by elements of its own. React then writes into a text that is no longer
 * shown, or fails.
 */
export function findMixedText(source: Source): string[] {
  const found: string[] = [];
  const read = (node: Node) => {
    if (!isJsxElement(node) && !isJsxFragment(node)) return;
    const parts = partsOf(source, node.children);
    // what a fragment holds goes with it, node by node
    const goesAlone = isJsxFragment(node) && !isJsxElement(node.parent) && !isJsxFragment(node.parent);
    if (isMixed(parts) || (goesAlone && parts.some((part) => part === "text" || part === "fixed")))
      found.push(`${placeOf(node)} ${parts.join(" ")}`);
  };
  for (const file of source.files.filter((name) => name.endsWith(".tsx") && !PAYMENT_PAGE.test(name))) {
    const parsed = source.project.program.getSourceFile(file);
    if (parsed) walk(parsed, read);
  }
  return found;
}

/** Elements for amounts and codes that translators may change: those styled as money, and `<code>`. */
export function findTranslatable(source: Source): string[] {
  const found: string[] = [];
  const read = (node: Node) => {
    // translators leave drawings alone
    if (!isJsxOpeningElement(node) || node.tagName.getText() === "text") return;
    const attributes = node.attributes.getText();
    const holdsValue = node.tagName.getText() === "code" || /className=["{`]+money\b/.test(attributes);
    if (holdsValue && !attributes.includes("translate=")) found.push(placeOf(node));
  };
  for (const file of source.files.filter((name) => name.endsWith(".tsx"))) {
    const parsed = source.project.program.getSourceFile(file);
    if (parsed) walk(parsed, read);
  }
  return found;
}

function isMixed(parts: Part[]): boolean {
  if (parts.length < 2) return false;
  return parts.some(
    (part, at) => part === "text" || (part === "fixed" && parts.slice(0, at).some((before) => before === "optional")),
  );
}

function partsOf(source: Source, children: readonly JsxChild[]): Part[] {
  return children.flatMap((child): Part[] => {
    if (isJsxText(child)) return child.containsOnlyTriviaWhiteSpaces ? [] : ["fixed"];
    if (isJsxFragment(child)) return partsOf(source, child.children);
    if (!isJsxExpression(child)) return ["element"];
    return child.expression ? [partOf(source, child.expression)] : [];
  });
}

function partOf(source: Source, node: Expression): Part {
  if (isFixed(source, node)) return "fixed";
  if (isJsxElement(node) || isJsxSelfClosingElement(node)) return "element";
  if (isParenthesizedExpression(node)) return partOf(source, node.expression);
  if (isBinaryExpression(node) && node.operatorToken.kind === SyntaxKind.AmpersandAmpersandToken)
    return partOf(source, node.right) === "text" || isFixed(source, node.right) ? "text" : "optional";
  if (isConditionalExpression(node)) {
    const branches = [node.whenTrue, node.whenFalse].map((branch) => partOf(source, branch));
    return branches.includes("text") || branches.includes("fixed") ? "text" : "optional";
  }
  const type = source.checker.getTypeAtLocation(node);
  if (mayBe(TEXT, type)) return "text";
  return mayBe(NOTHING, type) || type?.getSymbol()?.name === "Array" ? "optional" : "element";
}

/** A literal, or a member of something imported or of a constant made of these: `posMessages.entry.charge`. */
function isFixed(source: Source, node: Node): boolean {
  if (isStringLiteral(node) || isNoSubstitutionTemplateLiteral(node)) return true;
  if (isPropertyAccessExpression(node)) return isFixed(source, node.expression);
  if (!isIdentifier(node)) return false;
  let declared = source.checker.getSymbolAtLocation(node)?.declarations[0]?.resolve(source.project);
  if (declared && isImportSpecifier(declared)) return true;
  while (declared && !isVariableDeclaration(declared))
    declared = isBindingElement(declared) || isObjectBindingPattern(declared) ? declared.parent : undefined;
  return declared?.initializer !== undefined && isFixed(source, declared.initializer);
}

function mayBe(flags: TypeFlags, type: Type | undefined): boolean {
  if (!type) return true;
  if (isUnionType(type)) return type.getTypes().some((member) => mayBe(flags, member));
  // React shows an empty string as nothing
  if (type.flags & TypeFlags.StringLiteral && (type as StringLiteralType).value === "") return flags === NOTHING;
  return (type.flags & (flags | TypeFlags.Any | TypeFlags.Unknown)) !== 0;
}
