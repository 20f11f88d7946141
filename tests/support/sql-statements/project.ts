import path from "node:path";
import {
  isTaggedTemplateExpression,
  isVariableStatement,
  type Node,
  type TaggedTemplateExpression,
} from "typescript/unstable/ast";
import { API, type Checker, isUnionType, type Project, type Type } from "typescript/unstable/sync";

const root = path.resolve(".");

/** The folders of the service, which is what runs against the database. */
const SERVICE = /^(app|components|drizzle\/schema|inngest|lib|scripts)\/|^[^/]+\.ts$/;

const TAGS = ["Sql", "TransactionSql", "ReservedSql"];

export type Source = { project: Project; checker: Checker; files: string[]; close(): void };

/**
 * Type-checks the service as `tsc` does. TypeScript calls this interface unstable: an update may rename parts of it.
 */
export function openSource(): Source {
  const api = new API({ cwd: root });
  const [project] = api.updateSnapshot({ openProjects: [path.join(root, "tsconfig.json")] }).getProjects();
  if (!project) throw new Error("tsconfig.json could not be opened");
  const files = project.rootFiles.filter((file) => SERVICE.test(path.relative(root, file)));
  return { project, checker: remembering(project.checker), files, close: () => api.close() };
}

/** Each question goes to another process: one about the same node, type or symbol is asked once. */
function remembering(checker: Checker): Checker {
  const known = new Map<PropertyKey, WeakMap<object, unknown>>();
  return new Proxy(checker, {
    get(target, name) {
      const ask = Reflect.get(target, name);
      if (typeof ask !== "function") return ask;
      const answers = known.get(name) ?? new WeakMap<object, unknown>();
      known.set(name, answers);
      return (subject: object, ...more: unknown[]) => {
        if (more.length > 0) return ask.call(target, subject, ...more);
        if (!answers.has(subject)) answers.set(subject, ask.call(target, subject));
        return answers.get(subject);
      };
    },
  });
}

export function walk(node: Node, visit: (node: Node) => void): void {
  visit(node);
  node.forEachChild((child) => walk(child, visit));
}

/** Every statement and fragment of the service that is written with the tag of postgres.js. */
export function findTemplates({ project, checker, files }: Source): TaggedTemplateExpression[] {
  const found: TaggedTemplateExpression[] = [];
  for (const file of files) {
    const source = project.program.getSourceFile(file);
    if (!source?.text.includes("`")) continue;
    walk(source, (node) => {
      if (isTaggedTemplateExpression(node) && isNamed(checker.getTypeAtLocation(node.tag), TAGS)) found.push(node);
    });
  }
  return found;
}

export function isTag(checker: Checker, node: Node): boolean {
  return isNamed(checker.getTypeAtLocation(node), TAGS);
}

export function isFragment(checker: Checker, node: Node): boolean {
  return isNamed(checker.getTypeAtLocation(node), ["PendingQuery", "Helper"]);
}

/** True if the type, or each member of a union, is one of these interfaces. */
function isNamed(type: Type | undefined, names: string[]): boolean {
  if (!type) return false;
  if (isUnionType(type)) return type.getTypes().every((member) => isNamed(member, names));
  return names.includes(type.getSymbol()?.name ?? "");
}

/** `lib/business/keys/find.ts selectKeys`: the file, and the function or constant of it that contains the node. */
export function functionOf(node: Node): string {
  let top = node;
  while (top.parent.parent) top = top.parent;
  const declared = isVariableStatement(top) ? top.declarationList.declarations[0] : top;
  const name = declared && "name" in declared ? (declared.name as Node).getText() : "";
  return `${placeOf(node).replace(/:\d+$/, "")} ${name}`;
}

/** Adds the place of the statement to errors about it. */
export function withPlace<T>(node: Node, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new Error(`${placeOf(node)}: ${(error as Error).message}`, { cause: error });
  }
}

/** `lib/business/keys/find.ts:42` */
export function placeOf(node: Node): string {
  const source = node.getSourceFile();
  const line = source.text.slice(0, node.getStart(source)).split("\n").length;
  return `${path.relative(root, source.fileName)}:${line}`;
}
