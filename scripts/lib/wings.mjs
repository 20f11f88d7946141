import path from "node:path";
import { parseSync } from "oxc-parser";

/** The wings from the ground up: those of `lib`, and with a slash at the end folders of the repository. */
export const FLOORS = [
  ["drizzle/"],
  ["base"],
  ["chain", "customer", "people"],
  ["delivery"],
  ["business"],
  ["payments"],
  ["settlement"],
  ["service"],
  ["components/", "inngest/"],
  ["app/"],
];

const floorOf = new Map(FLOORS.flatMap((wings, index) => wings.map((wing) => [wing, index])));

/** Imports of a source file, with `isType` where only types are imported. */
export function importsIn(file, text) {
  const { module, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`);
  const toImport = ({ start, end }, isType) => ({
    from: text.slice(start + 1, end - 1),
    at: `${file}:${text.slice(0, start).split("\n").length}`,
    isType,
  });
  return [
    ...module.staticImports.map(({ moduleRequest, entries }) =>
      toImport(moduleRequest, entries.length > 0 && entries.every((entry) => entry.isType)),
    ),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap((entry) => (entry.moduleRequest ? toImport(entry.moduleRequest, entry.isType) : [])),
    ),
    ...module.dynamicImports.map(({ moduleRequest }) => toImport(moduleRequest, false)),
  ];
}

/**
 * What is wrong with a file's imports: wings on its own floor or above, components outside `app`, or no wing at all.
 */
export function wrongImports(file, imports) {
  const { wing } = placeOf(file);
  const floor = floorOf.get(wing);
  if (floor === undefined) return [`${file}: ${wing} is no wing. Move the file into one of docs/architecture.md.`];
  return imports.flatMap(({ from, at }) => {
    const target = pathOf(file, from);
    if (target === null) return [];
    const { wing: other } = placeOf(target);
    if (other === wing) return [];
    if (other === "components/" && wing !== "app/") return [`${at}: only app imports components (${from}).`];
    const above = floorOf.get(other);
    if (above < floor) return [];
    const where = above === undefined ? "is no wing" : above === floor ? "is beside it" : "is above it";
    return [
      `${at}: ${wing} imports only lower wings, but ${other} ${where} (${from}). ` +
        "Move what both need to a lower wing, or the code that joins them to the upper one.",
    ];
  });
}

/**
 * Rooms of one wing that import each other in a circle, types included, each circle once with an import that makes it.
 */
export function circles(graph) {
  const arrows = new Map();
  for (const [file, imports] of graph) {
    const { wing, room } = placeOf(file);
    for (const { from, at } of imports) {
      const target = pathOf(file, from);
      if (target === null || room === null) continue;
      const other = placeOf(target);
      if (other.wing !== wing || other.room === room) continue;
      if (!arrows.has(room)) arrows.set(room, new Map());
      arrows.get(room).set(other.room, at);
    }
  }
  const seen = new Set();
  return [...arrows.keys()].flatMap((room) => {
    const circle = shortestCircle(arrows, room);
    const name = circle?.toSorted().join(" ");
    if (!circle || seen.has(name)) return [];
    seen.add(name);
    const steps = circle.map((one, index) => arrows.get(one).get(circle[(index + 1) % circle.length]));
    return [
      `${[...circle, room].join(" > ")}: rooms in a circle, by ${steps.join(", ")}. Move what both need to one of them.`,
    ];
  });
}

function shortestCircle(arrows, start) {
  const ways = [[start]];
  const seen = new Set();
  for (const way of ways) {
    for (const next of arrows.get(way.at(-1))?.keys() ?? []) {
      if (next === start) return way;
      if (seen.has(next)) continue;
      seen.add(next);
      ways.push([...way, next]);
    }
  }
  return null;
}

/**
 * What a page takes from another page's folder. It may import what stands above it, the shared folders (`_kit`,
 * `_realtime`), and actions and routes, which are named for a noun.
 */
export function importsOfOtherPages(file, imports) {
  if (!file.startsWith("app/")) return [];
  const own = path.posix.dirname(file);
  return imports.flatMap(({ from, at }) => {
    const target = pathOf(file, from);
    if (!target?.startsWith("app/") || /\/_|\/(?:actions|route)$/.test(target)) return [];
    const folder = path.posix.dirname(target);
    if (`${own}/`.startsWith(`${folder}/`) || folder.startsWith(`${own}/`)) return [];
    return [`${at}: imports from another page's folder (${from}). Move what both need above both, or to app/_kit.`];
  });
}

/**
 * What makes components impure: a chain of imports, other than of types, to the database, the settings or node. Other
 * components on the way report it themselves. `graph`: the imports of every file.
 */
export function impureChains(graph) {
  return [...graph.keys()]
    .filter((file) => file.startsWith("components/"))
    .flatMap((file) => {
      const chain = chainToServer(graph, file);
      return chain
        ? [
            `${file}: a component runs in the browser, but this one reaches ${chain.at(-1)}: ${chain.join(" > ")}. ` +
              "Import only types from such a file, and pass the values as props.",
          ]
        : [];
    });
}

const SERVER_ONLY = /^(?:node:|drizzle\/|lib\/base\/db\/|lib\/base\/process\/env$)/;

function chainToServer(graph, start) {
  const seen = new Set([start]);
  const chains = [[start]];
  for (const chain of chains) {
    const file = chain.at(-1);
    for (const { from, isType } of graph.get(file) ?? []) {
      if (isType) continue;
      const name = pathOf(file, from) ?? from;
      if (SERVER_ONLY.test(name)) return [...chain, name];
      const next = [`${name}.ts`, `${name}.tsx`].find((one) => graph.has(one));
      if (!next || seen.has(next) || next.startsWith("components/")) continue;
      seen.add(next);
      chains.push([...chain, next]);
    }
  }
  return null;
}

/** The path from the root of the repository that a file imports, without its ending; null for a package. */
function pathOf(file, from) {
  if (from.startsWith("@/")) return from.slice(2);
  return from.startsWith(".") ? path.posix.join(path.posix.dirname(file), from) : null;
}

/** A file's wing, and its room if it is in one of `lib`. */
function placeOf(name) {
  const [top, wing = "", room, ...rest] = name.split("/");
  if (top !== "lib") return { wing: `${top}/`, room: null };
  return rest.length === 0 ? { wing: `lib/${wing}`, room: null } : { wing, room: `${wing}/${room}` };
}
