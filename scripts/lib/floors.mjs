import path from "node:path";
import { parseSync } from "oxc-parser";

/**
 * The rooms from the ground up. A room is a folder of `lib` or one of its root files; with a slash at the end it is a
 * folder of the repository. A room imports only rooms of lower floors, types included.
 */
export const FLOORS = [
  [
    ...["drizzle/", "database-url", "process-wide", "errors", "input-errors", "intl", "mail-sender", "money"],
    ...["admin-command", "alarm-kinds", "attention-kinds", "cookie-name", "http", "name-rules", "permissions"],
    ...["storable-text", "tron"],
  ],
  ["env", "metrics", "tracing", "action-requests", "action-result", "checkout", "pacing", "typed-amount", "typed-name"],
  ["browser", "exports", "log", "secrets", "db", "network"],
  ["settings", "alarm-lock", "ledger-lock"],
  ["context", "cursor", "mail"],
  ["time", "audit", "encryption", "idempotency", "checkout-links", "chain"],
  ["users", "webhooks", "wallets", "backup"],
  ["members", "attention"],
  ["keys", "devices"],
  ["terminals"],
  ["merchants"],
  ["intents"],
  ["ledger", "funds", "reports", "realtime", "requests", "sandbox", "notifications"],
  ["watcher", "pos", "messages"],
  ["components/", "api", "jobs"],
  ["inngest/", "auth", "server"],
  ["app/"],
];

const floorOf = new Map(FLOORS.flatMap((rooms, index) => rooms.map((room) => [room, index + 1])));

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

/** What is wrong with a file's imports: rooms on its own floor or above, components outside `app`, or no floor at all. */
export function wrongImports(file, imports) {
  const room = roomOf(file);
  const floor = floorOf.get(room);
  if (!floor) return [`${file}: ${room} has no floor. Add it in scripts/lib/floors.mjs and docs/architecture.md.`];
  return imports.flatMap(({ from, at }) => {
    const target = roomOf(pathOf(file, from));
    if (target === null || target === room) return [];
    if (target === "components/" && room !== "app/") return [`${at}: only app imports components (${from}).`];
    const above = floorOf.get(target);
    if (above < floor) return [];
    const where = !above ? "has no floor" : above === floor ? `is on the same floor, ${floor}` : `is on floor ${above}`;
    return [
      `${at}: ${room} is on floor ${floor} and imports only lower floors, but ${target} ${where} (${from}). ` +
        "Move what both need to a lower room, or the code that joins them to the upper one.",
    ];
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

const SERVER_ONLY = /^(?:node:|drizzle\/|lib\/db\/|lib\/env$)/;

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

function roomOf(name) {
  if (name === null) return null;
  const [top, room = ""] = name.split("/");
  return top === "lib" ? room.replace(/\.ts$/, "") : `${top}/`;
}
