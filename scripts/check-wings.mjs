// Part of npm run check: every wing imports only wings of lower floors, the rooms of a wing don't import each other in
// a circle, pages take nothing from each other's folders, and components reach nothing of the server.
// docs/architecture.md draws the wings.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { root } from "./lib/root.mjs";
import { circles, FLOORS, importsIn, importsOfOtherPages, impureChains, wrongImports } from "./lib/wings.mjs";

const graph = new Map(["lib", "app", "components", "inngest", "drizzle"].flatMap(sourcesIn).map(readImports));
const problems = [
  ...[...graph].flatMap(([file, imports]) => [...wrongImports(file, imports), ...importsOfOtherPages(file, imports)]),
  ...circles(graph),
  ...impureChains(graph),
];
for (const problem of problems) console.error(problem);
console.log(
  problems.length === 0
    ? `${graph.size} files on ${FLOORS.length} floors import only downwards`
    : `imports that break the wings: ${problems.length}`,
);
process.exit(problems.length === 0 ? 0 : 1);

function sourcesIn(folder) {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return sourcesIn(file);
    return /\.tsx?$/.test(entry.name) ? [file] : [];
  });
}

function readImports(file) {
  return [file, importsIn(file, readFileSync(path.join(root, file), "utf8"))];
}
