import { type Checker, isIntersectionType, isUnionType, type Type, TypeFlags } from "typescript/unstable/sync";

/**
 * What the driver makes of a column, by the name of its PostgreSQL type, as lib/base/db/client.ts sets it up. Others
 * are text.
 */
const PARSED: Record<string, string> = {
  bool: "boolean",
  int2: "number",
  int4: "number",
  float4: "number",
  float8: "number",
  oid: "number",
  int8: "bigint",
  numeric: "bigint",
  date: "Date",
  timestamp: "Date",
  timestamptz: "Date",
  bytea: "bytes",
  json: "json",
  jsonb: "json",
};

const NUMERIC = /^(int[248]|float[48]|numeric)$/;

const PRIMITIVES: [TypeFlags, string][] = [
  [TypeFlags.StringLike, "string"],
  [TypeFlags.NumberLike, "number"],
  [TypeFlags.BigIntLike, "bigint"],
  [TypeFlags.BooleanLike, "boolean"],
  [TypeFlags.Any | TypeFlags.Unknown, "any"],
  [TypeFlags.Null | TypeFlags.Undefined | TypeFlags.Void, "null"],
];

/** The kinds of value of a type, such as `string`, `Date`, `bigint[]` or `object`; null and undefined are `null`. */
export function kindsOf(checker: Checker, type: Type): Set<string> {
  if (isUnionType(type)) return new Set(type.getTypes().flatMap((member) => [...kindsOf(checker, member)]));
  const primitive = PRIMITIVES.find(([flags]) => type.flags & flags)?.[1];
  if (primitive) return new Set([primitive]);
  if (isIntersectionType(type)) {
    // a string or number with a brand is still one
    const kinds = type.getTypes().flatMap((member) => [...kindsOf(checker, member)]);
    return new Set([kinds.find((kind) => kind !== "object") ?? "object"]);
  }
  const name = type.getSymbol()?.name ?? "";
  if (name === "Date") return new Set(["Date"]);
  if (name === "Buffer" || name === "Uint8Array") return new Set(["bytes"]);
  if (checker.isArrayLikeType(type)) {
    const elements = checker.getTypeArguments(type as never).flatMap((element) => [...kindsOf(checker, element)]);
    return new Set(elements.filter((kind) => kind !== "null").map((kind) => `${kind}[]`));
  }
  return new Set(["object"]);
}

/** True if a column of this PostgreSQL type arrives as such a value; `_int4` is the name of an array of `int4`. */
export function arrivesAs(kinds: Set<string>, name: string): boolean {
  const parsed = name.startsWith("_") ? `${PARSED[name.slice(1)] ?? "string"}[]` : (PARSED[name] ?? "string");
  return [...kinds].every((kind) => {
    if (kind === "null" || kind.startsWith("any")) return true;
    return parsed === "json" ? !["bigint", "Date", "bytes"].includes(kind) : kind === parsed;
  });
}

/** True if the driver writes such a value correctly for a parameter of this PostgreSQL type. */
export function isWrittenAs(kinds: Set<string>, name: string): boolean {
  return [...kinds].every((kind) => {
    if (kind === "null" || kind.startsWith("any")) return true;
    if (name.startsWith("_")) return kind.endsWith("[]") && isWrittenAs(new Set([kind.slice(0, -2)]), name.slice(1));
    // the driver would write a string as a JSON string, and any value but `true` as false
    if (name === "json" || name === "jsonb") return kind !== "string";
    if (name === "bool") return kind === "boolean";
    if (name === "bytea") return kind === "bytes";
    if (PARSED[name] === "Date") return kind === "Date" || kind === "string";
    return kind === "string" || kind === "number" || kind === "bigint" || (kind === "boolean" && !NUMERIC.test(name));
  });
}

/** A value of the kinds, from which the driver derives the parameter's type as it does when the statement runs. */
export function sampleOf(kinds: Set<string>): unknown {
  const [kind, ...others] = [...kinds].filter((one) => one !== "null");
  if (!kind || others.length > 0) return "";
  if (kind.endsWith("[]")) return [sampleOf(new Set([kind.slice(0, -2)]))];
  const samples: Record<string, unknown> = { Date: new Date(0), bigint: 0n, boolean: true, bytes: new Uint8Array() };
  return samples[kind] ?? "";
}
