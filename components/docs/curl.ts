import type { Endpoint } from "./endpoints";
import type { Media, Operation, Parameter } from "./openapi";

/** The example call of an operation, ready to paste; single quotes in a body are escaped for the shell. */
export function curlOf({ method, path, operation }: Endpoint, baseUrl: string): string {
  const body = exampleOf(jsonOf(operation.requestBody?.content));
  const lines = [
    `curl ${method === "get" || (method === "post" && body !== undefined) ? "" : `-X ${method.toUpperCase()} `}${quote(
      baseUrl + withNames(path, operation) + queryOf(operation),
    )}`,
    needsKey(operation) && `-H "Authorization: Bearer $SERVICE_KEY"`,
    body !== undefined && `-H "Content-Type: application/json"`,
    body !== undefined && `-d ${quote(JSON.stringify(body, null, 2))}`,
  ];
  return lines.filter((line) => line !== false).join(" \\\n  ");
}

export function needsKey(operation: Operation): boolean {
  return (operation.security ?? []).some((scheme) => Object.keys(scheme).length > 0);
}

export function jsonOf(content: Record<string, Media> | undefined): Media | undefined {
  return content?.["application/json"];
}

/** The first example that a body carries. */
export function exampleOf(media: Media | undefined): unknown {
  if (!media) return undefined;
  return media.example ?? Object.values(media.examples ?? {})[0]?.value ?? media.schema?.example;
}

/** The path with an example in place of each name in braces. */
function withNames(path: string, { parameters = [] }: Operation): string {
  const named = parameters.filter((parameter) => parameter.in === "path");
  return named.reduce((whole, one) => whole.replace(`{${one.name}}`, String(shown(one) ?? `<${one.name}>`)), path);
}

function shown({ example, schema }: Parameter): unknown {
  return example ?? schema?.example ?? schema?.examples?.[0];
}

function queryOf(operation: Operation) {
  const given = (operation.parameters ?? []).filter((parameter) => parameter.in === "query");
  const pairs = given.flatMap((parameter) => {
    const { name, required } = parameter;
    const value = shown(parameter);
    if (value === undefined) return required ? [`${name}=<${name}>`] : [];
    return [`${name}=${encodeURI(String(value)).replace(/[+&#]/g, encodeURIComponent)}`];
  });
  return pairs.length > 0 ? `?${pairs.join("&")}` : "";
}

function quote(text: string) {
  return /^[\w:/.-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
