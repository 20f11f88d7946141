import {
  type CallExpression,
  type Identifier,
  isArrowFunction,
  isCallExpression,
  isFunctionDeclaration,
  isFunctionExpression,
  isIdentifier,
  isMethodDeclaration,
  isPropertyAccessExpression,
  isReturnStatement,
  isVariableDeclaration,
  type Node,
} from "typescript/unstable/ast";
import { type Source, walk } from "@/tests/support/sql-statements/project";

/** The expressions that a function's body returns, without those of functions inside it. */
export function returns(body: Node): Node[] {
  const found: Node[] = [];
  const visit = (node: Node) => {
    if (isArrowFunction(node) || isFunctionExpression(node) || isFunctionDeclaration(node)) return;
    if (isReturnStatement(node) && node.expression) found.push(node.expression);
    node.forEachChild(visit);
  };
  body.forEachChild(visit);
  return found;
}

/** The name of a function, or of the variable that holds it. */
export function nameOf(callee: Node): string {
  if ((isFunctionDeclaration(callee) || isMethodDeclaration(callee)) && callee.name) return callee.name.getText();
  return isVariableDeclaration(callee.parent) ? callee.parent.name.getText() : "";
}

/** The last name of what is called: `past` in `timeCursor.past(…)`. */
export function calledName({ expression }: CallExpression): Identifier | undefined {
  const name = isPropertyAccessExpression(expression) ? expression.name : expression;
  return isIdentifier(name) ? name : undefined;
}

/** The calls in files with statements, by the name of what is called. */
export function callsByName({ project, files }: Source): Map<string, CallExpression[]> {
  const calls = new Map<string, CallExpression[]>();
  for (const file of files) {
    const source = project.program.getSourceFile(file);
    if (!source || !/sql|orm/.test(source.text)) continue;
    walk(source, (node) => {
      const name = isCallExpression(node) ? calledName(node)?.text : undefined;
      if (name && isCallExpression(node)) calls.set(name, [...(calls.get(name) ?? []), node]);
    });
  }
  return calls;
}
