import { numberFormat } from "@/lib/base/values/intl";
import type { Schema } from "./openapi";

export type Field = {
  name: string;
  depth: number;
  type: string;
  required: boolean;
  description: string;
  /** `at least 0.000001`, `default 1800` … */
  limits: string[];
};

type Schemas = Record<string, Schema>;

const DEEPEST = 5;

/** The fields of an object, nested ones after their parent and one deeper; references followed, `allOf` merged. */
export function fieldsOf(schema: Schema | undefined, schemas: Schemas, depth = 0): Field[] {
  const whole = resolve(schema, schemas);
  return Object.entries(whole.properties ?? {}).flatMap(([name, property]) => {
    const inner = resolve(property, schemas);
    const field: Field = {
      name,
      depth,
      type: formatType(inner, schemas),
      required: whole.required?.includes(name) ?? false,
      description: inner.description ?? "",
      limits: limitsOf(inner),
    };
    return depth < DEEPEST ? [field, ...fieldsOf(nested(inner, schemas), schemas, depth + 1)] : [field];
  });
}

/** A schema with its reference and its `allOf` parts folded into one; a null alternative becomes part of the type. */
export function resolve(schema: Schema | undefined, schemas: Schemas): Schema {
  if (!schema) return {};
  if (schema.$ref) {
    const { $ref, ...own } = schema;
    return { ...resolve(schemas[$ref.split("/").at(-1) ?? ""], schemas), ...own };
  }
  if (schema.allOf) {
    const { allOf, ...own } = schema;
    return [...allOf, own].map((part) => resolve(part, schemas)).reduce(merge, {});
  }
  const choices = schema.anyOf ?? schema.oneOf;
  const [only, ...others] = choices?.filter((choice) => choice.type !== "null") ?? [];
  if (!choices || !only || others.length > 0) return schema;
  const { anyOf: _, oneOf: __, ...own } = schema;
  const inner = resolve(only, schemas);
  const nullable = choices.length > 1 ? { type: [...[inner.type ?? "object"].flat(), "null"] } : {};
  return { ...inner, ...nullable, ...own };
}

function merge(left: Schema, right: Schema): Schema {
  return {
    ...left,
    ...right,
    properties: { ...left.properties, ...right.properties },
    required: [...(left.required ?? []), ...(right.required ?? [])],
  };
}

/** The schema of nested fields: of the object, or of the list's items. */
function nested(schema: Schema, schemas: Schemas): Schema | undefined {
  return schema.items ? resolve(schema.items, schemas) : schema;
}

/** `string (uuid)`, `number or null`, `list of object`, `"sandbox" or "live"`. */
export function formatType(schema: Schema, schemas: Schemas): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" or ");
  if (schema.items) return `list of ${formatType(resolve(schema.items, schemas), schemas)}`;
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) {
    return choices
      .map((choice) => formatType(resolve({ type: schema.type, ...choice }, schemas), schemas))
      .join(" or ");
  }
  const types = [schema.type ?? "any"].flat();
  const values = schema.additionalProperties;
  if (typeof values === "object" && !schema.properties && Object.keys(values).length > 0) {
    return types.map((type) => (type === "object" ? `map of ${formatType(values, schemas)}` : type)).join(" or ");
  }
  return types.map((type) => (schema.format && type !== "null" ? `${type} (${schema.format})` : type)).join(" or ");
}

function limitsOf(schema: Schema): string[] {
  const limits = [
    schema.minimum !== undefined && `at least ${plain(schema.minimum)}`,
    schema.exclusiveMinimum !== undefined && `above ${plain(schema.exclusiveMinimum)}`,
    schema.maximum !== undefined && schema.maximum < Number.MAX_SAFE_INTEGER && `at most ${plain(schema.maximum)}`,
    schema.maxLength !== undefined && `at most ${schema.maxLength} characters`,
    schema.default !== undefined && `default ${JSON.stringify(schema.default)}`,
  ];
  return limits.filter((limit) => limit !== false);
}

/** `0.000001`, never `1e-6`. */
function plain(value: number) {
  return numberFormat("en-US", { maximumFractionDigits: 6 }).format(value);
}
