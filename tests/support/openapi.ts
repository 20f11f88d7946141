import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { OpenApiDocument, Operation } from "@/lib/service/api/openapi/shape";

const METHODS = ["get", "post", "patch", "delete"] as const;

export type Described = { method: (typeof METHODS)[number]; path: string; pointer: string; operation: Operation };

/** Every operation of a document, those of its webhooks included, with the JSON pointer to it. */
export function operationsOf(document: OpenApiDocument, part: "paths" | "webhooks"): Described[] {
  return Object.entries(document[part]).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      return operation ? [{ method, path, pointer: `/${part}/${escapePart(path)}/${method}`, operation }] : [];
    }),
  );
}

export type Validate = (pointer: string, value: unknown) => string[];

/**
 * Checks values against the schemas at JSON pointers of the document, strictly: a keyword or format that does not exist
 * throws. With `closed` a member that no schema names is an error too.
 */
export function validatorOf(document: OpenApiDocument, { closed = false } = {}): Validate {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true });
  addFormats(ajv);
  ajv.addVocabulary(Object.keys(document));
  ajv.addSchema(closed ? close(document) : document, "document");
  return (pointer, value) => {
    const validate = ajv.getSchema(`document#${pointer}`);
    if (!validate) throw new Error(`nothing at ${pointer}`);
    validate(value);
    return (validate.errors ?? []).map(({ instancePath, message, params }) => {
      return `${instancePath || "/"} ${message} ${JSON.stringify(params)}`;
    });
  };
}

/** One part of a JSON pointer that stands in the fragment of a URI. */
export function escapePart(part: string): string {
  return encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1"));
}

/** The value at a JSON pointer, undefined when there is none. */
export function valueAt(document: unknown, pointer: string): unknown {
  const parts = pointer.split("/").slice(1);
  return parts
    .map((part) => decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce<unknown>((value, part) => (value as Record<string, unknown> | undefined)?.[part], document);
}

/** A copy in which no object takes members that its schema, all parts together, does not name. */
function close<T>(node: T, isPart = false): T {
  if (Array.isArray(node)) return node.map((entry) => close(entry, isPart)) as T;
  if (node === null || typeof node !== "object") return node;
  const members = Object.entries(node).map(([name, member]) => [name, close(member, name === "allOf")]);
  if (isPart || !("properties" in node || "allOf" in node)) return Object.fromEntries(members) as T;
  return { type: "object", ...Object.fromEntries(members), unevaluatedProperties: false } as T;
}
