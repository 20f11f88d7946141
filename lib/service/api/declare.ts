import type { ResponseConfig } from "@asteasolutions/zod-to-openapi";
import type { z } from "zod";
import type { Context, KeyContext } from "@/lib/base/context/context";
import type { Scope } from "@/lib/base/values/scopes";
import type { Endpoint } from "@/lib/service/api/answer";
import {
  type Idempotent,
  idempotentEndpoint,
  joinEndpoints,
  type Keyed,
  keyEndpoint,
  type Once,
  OPERATION_METHODS,
  type OperationMethod,
  publicEndpoint,
  type ReadInput,
  type Verb,
} from "@/lib/service/api/endpoint";
import type { Input } from "@/lib/service/api/input";
import type { LimitName } from "@/lib/service/api/limits/rules";
import type { AnsweredCode } from "@/lib/service/api/openapi/errors";
import type { Tag } from "@/lib/service/api/openapi/tags";

const PREFIX = "/api/v1";

/**
 * One endpoint, once: its handlers, the fast lane's table, the OpenAPI description and the reference follow from it.
 */
type Declaration<I, O> = {
  /**
   * below /api/v1, as the folder of its route; a part of it can be a name in braces, which `pathOf` reads
   */
  path: `/${string}`;
  /** a second place besides /api/v1 that the specification gives it */
  alsoBelow?: `/${string}`;
  tag: Tag;
  /** allows browsers from any origin */
  cors?: true;
  /** counted per API key, or per address without one; null: unlimited */
  limit: LimitName | null;
  /** the supported methods; GET answers HEAD too */
  operations: Partial<Record<OperationMethod, Operation<I>>>;
  answer: { schema: z.ZodType<O>; description: string; example(): unknown; links?: ResponseConfig["links"] };
  /** of the verb; those of the key, the limit, the input and the `Idempotency-Key` follow from these */
  errors: AnsweredCode[];
};

type Operation<I> = {
  /** its name in the description, for client generators and links */
  id: string;
  summary: string;
  /** simple Markdown */
  description: string;
  input: Input<I>;
};

/** A declared endpoint with its exports for a route file. */
export type ApiEndpoint = Declaration<unknown, unknown> & {
  /** everything it answers at, as the fast lane compares it */
  paths: string[];
  /** what its key must be allowed to do; null: it needs no key */
  scope: Scope | null;
  /** what a restricted key may be allowed to do instead */
  orScope?: Scope;
  isIdempotent: boolean;
  /** of all methods of its path */
  handlers: Endpoint;
};

/** An endpoint that anyone may call. */
export function declarePublic<I, R, O extends object>(
  declared: Declaration<I, O> & Verb<Context, I, R, O>,
): ApiEndpoint {
  return declare(declared, { handlers: publicEndpoint(toRoute(declared)), scope: null, isIdempotent: false });
}

/** An endpoint for holders of an API key, whose calls are in the request log. */
export function declareKeyed<I, R, O extends object>(
  declared: Declaration<I, O> & Keyed & Verb<KeyContext, I, R, O>,
): ApiEndpoint {
  const { scope, orScope } = declared;
  const handlers = keyEndpoint(toRoute(declared));
  return declare(declared, { handlers, scope, ...(orScope && { orScope }), isIdempotent: false });
}

/** An endpoint for holders of an API key, which they can safely repeat with an `Idempotency-Key`. */
export function declareIdempotent<I extends object, R extends Once, O extends object>(
  declared: Declaration<I, O> & Idempotent<I, R>,
): ApiEndpoint {
  const { scope } = declared;
  return declare(declared, { handlers: idempotentEndpoint(toRoute(declared)), scope, isIdempotent: true });
}

/** Endpoints with the same path and different methods, each with an answer of its own: they share their handlers. */
export function onOnePath<E extends readonly ApiEndpoint[]>(...endpoints: E): { [Key in keyof E]: ApiEndpoint } {
  const path = PREFIX + endpoints[0]?.path;
  const handlers = joinEndpoints(
    path,
    endpoints.map((one) => ({ handlers: one.handlers, methods: methodsOf(one) })),
  );
  return endpoints.map((one) => ({ ...one, handlers })) as { [Key in keyof E]: ApiEndpoint };
}

function methodsOf({ operations }: ApiEndpoint): OperationMethod[] {
  return OPERATION_METHODS.filter((method) => operations[method]);
}

type Made = Pick<ApiEndpoint, "handlers" | "scope" | "orScope" | "isIdempotent">;

function declare<I, O>(declared: Declaration<I, O>, made: Made): ApiEndpoint {
  const { path, alsoBelow } = declared;
  const paths = [PREFIX, ...(alsoBelow ? [alsoBelow] : [])].map((prefix) => prefix + path);
  return { ...declared, ...made, paths };
}

function toRoute<I, D>(declared: D & Declaration<I, object>) {
  const input: Partial<Record<OperationMethod, ReadInput<I>>> = {};
  for (const method of OPERATION_METHODS) input[method] = declared.operations[method]?.input.read;
  return { ...declared, path: PREFIX + declared.path, input };
}
