import {
  type CallExpression,
  type Identifier,
  isArrayBindingPattern,
  isArrayLiteralExpression,
  isArrowFunction,
  isAsExpression,
  isAwaitExpression,
  isBinaryExpression,
  isBindingElement,
  isCallExpression,
  isConditionalExpression,
  isElementAccessExpression,
  isForOfStatement,
  isFunctionDeclaration,
  isFunctionExpression,
  isIdentifier,
  isMethodDeclaration,
  isNonNullExpression,
  isObjectBindingPattern,
  isObjectLiteralExpression,
  isParameterDeclaration,
  isParenthesizedExpression,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isSatisfiesExpression,
  isShorthandPropertyAssignment,
  isSpreadAssignment,
  isSpreadElement,
  isVariableDeclaration,
  type Node,
  type ParameterDeclaration,
  SyntaxKind,
} from "typescript/unstable/ast";
import { SymbolFlags } from "typescript/unstable/sync";
import { calledName, callsByName, nameOf, returns } from "@/tests/support/sql-statements/functions";
import { isTag, type Source } from "@/tests/support/sql-statements/project";

/** The arguments that parameters have in the calls that led here. */
type Scope = ReadonlyMap<Node, Value>;

/** An expression and the calls that it is evaluated in. */
export type Value = { node: Node; scope: Scope };

/**
 * Follows an expression through names, properties, calls and conditions to what it may stand for: literals, functions,
 * templates and `sql(…)`. Both branches of a condition count, and so does each call of a function whose parameter is
 * asked for. Stops at nodes that `isEnd`.
 */
export function createResolver(
  source: Source,
  isEnd: (node: Node) => boolean = () => false,
): (node: Node, scope?: Scope) => Value[] {
  const { checker, project } = source;
  const calls = callsByName(source);
  const running = new Set<Node>();

  function resolve(node: Node, scope: Scope = new Map()): Value[] {
    if (isEnd(node)) return [{ node, scope }];
    if (
      isParenthesizedExpression(node) ||
      isAsExpression(node) ||
      isSatisfiesExpression(node) ||
      isNonNullExpression(node) ||
      isAwaitExpression(node)
    ) {
      return resolve(node.expression, scope);
    }
    if (isConditionalExpression(node)) return [...resolve(node.whenTrue, scope), ...resolve(node.whenFalse, scope)];
    if (isBinaryExpression(node) && isAlternative(node.operatorToken.kind)) {
      return [...resolve(node.left, scope), ...resolve(node.right, scope)];
    }
    if (isIdentifier(node)) return resolveDeclaration(declarationOf(node), scope);
    if (isPropertyAccessExpression(node)) {
      const name = node.name.text;
      return resolve(node.expression, scope).flatMap((value) => property(value, name));
    }
    if (isElementAccessExpression(node)) return resolve(node.expression, scope).flatMap(members);
    if (isCallExpression(node) && !isTag(checker, node.expression)) return resolveCall(node, scope);
    return [{ node, scope }];
  }

  function declarationOf(name: Identifier): Node | undefined {
    let symbol = isShorthandPropertyAssignment(name.parent)
      ? checker.getShorthandAssignmentValueSymbol(name.parent)
      : checker.getSymbolAtLocation(name);
    if (symbol && symbol.flags & SymbolFlags.Alias) symbol = checker.getAliasedSymbol(symbol);
    return symbol?.declarations[0]?.resolve(project);
  }

  function resolveDeclaration(node: Node | undefined, scope: Scope): Value[] {
    if (!node || running.has(node)) return [];
    running.add(node);
    try {
      if (isFunctionDeclaration(node)) return [{ node, scope }];
      if (isParameterDeclaration(node)) return resolveParameter(node, scope);
      if (isBindingElement(node)) return resolveBinding(node, scope);
      if (!isVariableDeclaration(node)) return [];
      if (node.initializer) return resolve(node.initializer, scope);
      const loop = node.parent.parent;
      return isForOfStatement(loop) ? resolve(loop.expression, scope).flatMap(members) : [];
    } finally {
      running.delete(node);
    }
  }

  function resolveParameter(node: ParameterDeclaration, scope: Scope): Value[] {
    const bound = scope.get(node);
    if (bound) return resolve(bound.node, bound.scope);
    const fallback = node.initializer ? resolve(node.initializer, scope) : [];
    const { parent } = node;
    const index = "parameters" in parent ? (parent.parameters as Node[]).indexOf(node) : -1;
    const callback = parent.parent;
    if (isCallExpression(callback) && isPropertyAccessExpression(callback.expression)) {
      return [...resolve(callback.expression.expression, scope).flatMap(members), ...fallback];
    }
    const given = (calls.get(nameOf(parent)) ?? []).filter((call) => isCallOf(call, parent));
    return [...given.flatMap((call) => (call.arguments[index] ? resolve(call.arguments[index]) : [])), ...fallback];
  }

  function isCallOf(call: CallExpression, callee: Node): boolean {
    const name = calledName(call);
    const declaration = name && declarationOf(name);
    return declaration !== undefined && (declaration === callee || declaration === callee.parent);
  }

  function resolveBinding(node: Node, scope: Scope): Value[] {
    if (!isBindingElement(node)) return [];
    const pattern = node.parent;
    const values = resolveDeclaration(pattern.parent, scope);
    const fallback = node.initializer ? resolve(node.initializer, scope) : [];
    if (isObjectBindingPattern(pattern)) {
      const name = node.propertyName ?? node.name;
      return [...values.flatMap((value) => property(value, (name as Identifier).text)), ...fallback];
    }
    if (!isArrayBindingPattern(pattern)) return [];
    const index = [...pattern.elements].indexOf(node);
    return [...values.flatMap((value) => members(value).slice(index, index + 1)), ...fallback];
  }

  function resolveCall(node: CallExpression, scope: Scope): Value[] {
    const { expression, arguments: given } = node;
    if (isPropertyAccessExpression(expression) && expression.name.text === "filter") {
      return resolve(expression.expression, scope);
    }
    if (isPropertyAccessExpression(expression) && expression.name.text === "reduce" && given[0] && given[1]) {
      const [reducer, initial] = [resolve(given[0], scope), resolve(given[1], scope)];
      return resolve(expression.expression, scope).flatMap((list) =>
        members(list).reduce(
          (all, one) => all.flatMap((so) => reducer.flatMap((by) => returned(by, [so, one]))),
          initial,
        ),
      );
    }
    const bound = [...given].map((argument) => ({ node: argument, scope }));
    return resolve(expression, scope).flatMap((callee) => returned(callee, bound));
  }

  /** What a function returns for these arguments. */
  function returned(callee: Value, given: Value[]): Value[] {
    const { node } = callee;
    if (
      !isFunctionDeclaration(node) &&
      !isArrowFunction(node) &&
      !isFunctionExpression(node) &&
      !isMethodDeclaration(node)
    ) {
      return [];
    }
    const scope = new Map(callee.scope);
    [...node.parameters].forEach((parameter, index) => {
      const value = given[index] ?? (parameter.initializer && { node: parameter.initializer, scope: callee.scope });
      if (value) scope.set(parameter, value);
    });
    const { body } = node;
    if (!body) return [];
    if (body.kind !== SyntaxKind.Block) return resolve(body, scope);
    return returns(body).flatMap((expression) => resolve(expression, scope));
  }

  function property({ node, scope }: Value, name: string): Value[] {
    if (!isObjectLiteralExpression(node)) return [];
    return [...node.properties].flatMap((one) => {
      if (isSpreadAssignment(one)) return resolve(one.expression, scope).flatMap((value) => property(value, name));
      if (!one.name || !("text" in one.name) || one.name.text !== name) return [];
      if (isShorthandPropertyAssignment(one)) return resolve(one.name, scope);
      if (isPropertyAssignment(one)) return resolve(one.initializer, scope);
      return [{ node: one, scope }];
    });
  }

  /** The elements of an array literal or the values of an object literal. */
  function members({ node, scope }: Value): Value[] {
    if (isObjectLiteralExpression(node)) {
      return [...node.properties].flatMap((one) => (isPropertyAssignment(one) ? resolve(one.initializer, scope) : []));
    }
    if (!isArrayLiteralExpression(node)) return [];
    return [...node.elements].flatMap((one) =>
      isSpreadElement(one) ? resolve(one.expression, scope).flatMap(members) : resolve(one, scope),
    );
  }

  return resolve;
}

function isAlternative(operator: SyntaxKind): boolean {
  return operator === SyntaxKind.QuestionQuestionToken || operator === SyntaxKind.BarBarToken;
}
