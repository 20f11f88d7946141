import type { z } from "zod";
import { DomainError } from "@/lib/base/values/errors";
import type { AnsweredCode } from "@/lib/service/api/openapi/errors";
import {
  type ApiRequest,
  readJson,
  readQuery,
  repeatedParameter,
  unreadableParameter,
} from "@/lib/service/api/request";

/** What an operation reads of a request, for its handler and for its description. */
export type Input<I> = {
  /** `path`: the values at the names in braces of the endpoint's path */
  read(request: ApiRequest, path: Record<string, string>): I | Promise<I>;
  path?: z.ZodObject;
  query?: z.ZodObject;
  body?: { schema: z.ZodObject; examples: Examples; mayBeMissing: boolean };
  /** of the errors that `read` throws: the general one first, then those of single fields */
  codes: AnsweredCode[];
  /** what the errors about its fields say */
  fields?: Record<string, FieldRule>;
};

type Examples = Record<string, { summary: string; value: unknown }>;

/** What the errors about a field say that it must be; `code`, if it isn't the one of the whole input. */
type FieldRule = { rule: string; code?: AnsweredCode };

export type InputRules<S extends z.ZodObject> = {
  /** of an error about the input as a whole, and about fields without a code of their own */
  code: AnsweredCode;
  fields: Record<keyof z.infer<S> & string, FieldRule>;
};

type BodyRules<S extends z.ZodObject> = InputRules<S> & {
  /** the first is the example call of the reference */
  examples: Examples;
  /** the value of an empty body; without it, a body is required */
  none?: z.input<S>;
  /** a short body, for the error about one that isn't JSON */
  sample?: string;
};

/** Reads nothing of a request. */
export const noInput: Input<undefined> = { read: () => undefined, codes: [] };

/** Reads the parameters of the query string. Errors: those of `rules`. */
export function queryOf<S extends z.ZodObject>(schema: S, rules: InputRules<S>): Input<z.infer<S>> {
  return { read: (request) => check(readQuery(request), schema, rules), query: schema, ...described(rules) };
}

/** Like `queryOf`, and refuses a parameter that is there twice or isn't UTF-8. */
export function parametersOf<S extends z.ZodObject>(schema: S, rules: InputRules<S>): Input<z.infer<S>> {
  const input = queryOf(schema, rules);
  return {
    ...input,
    read: (request, path) => {
      const repeated = repeatedParameter(request);
      if (repeated !== null) throw new DomainError(rules.code, `${repeated} must be given only once.`);
      const unreadable = unreadableParameter(request);
      if (unreadable !== null) throw new DomainError(rules.code, `${unreadable} must be text in UTF-8.`);
      return input.read(request, path);
    },
  };
}

type PathAnd<P, I> = P & (I extends undefined ? unknown : I);

/** Reads the values in the path, and then what `input` reads. Errors: those of `rules` and of `input`. */
export function pathOf<S extends z.ZodObject, I extends object | undefined>(
  schema: S,
  rules: InputRules<S>,
  input: Input<I>,
): Input<PathAnd<z.infer<S>, I>> {
  const { fields, codes } = described(rules);
  return {
    ...input,
    read: async (request, path) => {
      const values = check(path, schema, rules);
      return { ...values, ...(await input.read(request, path)) } as PathAnd<z.infer<S>, I>;
    },
    path: schema,
    codes: [...new Set([...codes, ...input.codes])],
    fields: { ...input.fields, ...fields },
  };
}

/** Reads a JSON body. Errors: those of `rules` and of `readJson`. */
export function bodyOf<S extends z.ZodObject>(schema: S, rules: BodyRules<S>): Input<z.infer<S>> {
  return {
    read: async (request) => check(await readJson(request, rules.code, rules), schema, rules),
    body: { schema, examples: rules.examples, mayBeMissing: rules.none !== undefined },
    ...described(rules),
  };
}

type AnyRules = { code: AnsweredCode; fields: Record<string, FieldRule> };

function described({ code, fields }: AnyRules): Pick<Input<unknown>, "codes" | "fields"> {
  const own = Object.values(fields).flatMap((field) => field.code ?? []);
  return { fields, codes: [...new Set([code, ...own])] };
}

function check<S extends z.ZodObject>(value: unknown, schema: S, { code, fields }: AnyRules): z.infer<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const codeOf = (issue: z.core.$ZodIssue) => fields[String(issue.path[0])]?.code ?? code;
  const { issues } = result.error;
  const issue = issues.find((one) => codeOf(one) === code) ?? issues[0];
  if (!issue) throw result.error;
  const [field] = issue.path;
  if (field === undefined) throw new DomainError(code, "The body must be a JSON object.");
  const rule = fields[String(field)]?.rule ?? "as described in the API reference";
  throw new DomainError(codeOf(issue), `${String(field)} must be ${rule}.`);
}
