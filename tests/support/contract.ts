import { randomUUID } from "node:crypto";
import { expect, vi } from "vitest";
import { API_ROUTES } from "@/app/api/v1/routes";
import type { Endpoint } from "@/lib/service/api/answer";
import { openApiDocument } from "@/lib/service/api/openapi";
import type { ApiRequest } from "@/lib/service/api/request";
import { type Described, operationsOf, validatorOf, valueAt } from "@/tests/support/openapi";

export const document = openApiDocument();
export const operations = operationsOf(document, "paths");

/** `createPaymentIntent 400 invalid_amount` for every answer that was checked. */
export const given = new Set<string>();

export const open = validatorOf(document);
const closed = validatorOf(document, { closed: true });

export type Sent = {
  key?: string | null;
  /** the values in the path, by default unknown IDs */
  path?: Record<string, string>;
  query?: string;
  headers?: Record<string, string>;
  /** text and bytes go as they are */
  body?: object | string | Uint8Array<ArrayBuffer>;
  /** left out: a new one, so that no limit counts across calls */
  address?: string;
};

let lastAddress = 0;

export function requestOf(sent: Sent, method: string, template = "/x"): Request {
  lastAddress++;
  const address = sent.address ?? `10.0.${lastAddress >> 8}.${lastAddress & 255}`;
  const headers = new Headers({ "x-real-ip": address, "content-type": "application/json", ...sent.headers });
  if (sent.key) headers.set("authorization", `Bearer ${sent.key}`);
  const isRaw = typeof sent.body === "string" || sent.body instanceof Uint8Array;
  const body = method === "GET" ? undefined : isRaw ? (sent.body as string) : JSON.stringify(sent.body);
  const path = template.replace(/\{(\w+)\}/g, (_, name) => sent.path?.[name] ?? randomUUID());
  const query = sent.query ? `?${sent.query}` : "";
  return new Request(`http://localhost/api/v1${path}${query}`, { method, headers, body });
}

/** Names of the operations that have something in common. */
export function namesOf(wanted: (one: Described) => boolean): string[] {
  return operations.filter(wanted).map(({ operation }) => operation.operationId);
}

export function send(name: string, sent: Sent): Promise<Response> {
  const { method, path } = describedAs(name);
  return handlerOf(name)(requestOf(sent, method.toUpperCase(), path));
}

/** What a handler answers whose caller sends headers and then nothing, ten seconds of the clock later. */
export async function sendSilence(name: string, sent: Sent): Promise<Response> {
  const { path, method } = describedAs(name);
  const { headers, url } = requestOf(sent, method.toUpperCase(), path);
  let answer: Promise<Response> | undefined;
  await new Promise<void>((resolve) => {
    const readBytes = () => {
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
      setImmediate(resolve);
      return new Promise<never>(() => {});
    };
    answer = handlerOf(name)({ method: method.toUpperCase(), url, headers, readBytes });
  });
  vi.advanceTimersByTime(10_000);
  vi.useRealTimers();
  if (!answer) throw new Error("nothing was asked");
  return answer;
}

/** What a handler answers when whatever it reads of the request, but the address, breaks. */
export function sendBroken(name: string): Promise<Response> {
  const broken = () => {
    throw new Error("broken");
  };
  return handlerOf(name)({
    method: "POST",
    get url(): string {
      return broken();
    },
    headers: { get: (header) => (header === "x-real-ip" ? "198.51.100.2" : broken()) },
    readBytes: async () => broken(),
  });
}

/** Holds a real answer against the document: status, media type, headers, and a body without a member too many. */
export async function checkAnswer(name: string, expected: string, answer: Response) {
  const text = await answer.text();
  const json = JSON.parse(text) as { code?: string };
  expect(json.code === undefined ? `${answer.status}` : `${answer.status} ${json.code}`, text).toBe(expected);
  const at = `${describedAs(name).pointer}/responses/${answer.status}`;
  expect(valueAt(document, at), `${name} ${answer.status} is not in the document`).toBeDefined();
  expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
  expect(closed(`${at}/content/application~1json/schema`, json)).toEqual([]);
  checkHeaders(at, answer.headers);
  given.add(`${name} ${expected}`);
  return { text, json, headers: answer.headers };
}

/** Headers of HTTP and of the transport, which no operation describes. */
const COMMON = /^(content-type|cache-control|x-content-type-options|access-control-.*|connection)$/;
const SOMETIMES = "Idempotent-Replayed";

function checkHeaders(at: string, headers: Headers) {
  const described = Object.keys((valueAt(document, `${at}/headers`) ?? {}) as object);
  const wanted = described.filter((header) => header !== SOMETIMES || headers.has(header));
  const sent = [...headers.keys()].filter((header) => !COMMON.test(header));
  expect(sent.sort()).toEqual(wanted.map((header) => header.toLowerCase()).sort());
  for (const header of wanted) {
    const schema = `/components/headers/${header}/schema`;
    const value = headers.get(header);
    const isNumber = valueAt(document, `${schema}/type`) === "integer";
    expect(open(schema, isNumber ? Number(value) : value), header).toEqual([]);
  }
}

function describedAs(name: string): Described {
  const found = operations.find(({ operation }) => operation.operationId === name);
  if (!found) throw new Error(`no operation ${name}`);
  return found;
}

/** The handlers of a path of the document. */
export function endpointAt(path: string): Endpoint {
  const whole = API_ROUTES.prefix + path;
  const named = API_ROUTES.templates.find(({ template }) => template === whole)?.endpoint;
  const endpoint = named ?? (API_ROUTES.exact as Record<string, Endpoint>)[whole];
  if (!endpoint) throw new Error(`no handlers for ${path}`);
  return endpoint;
}

function handlerOf(name: string): (request: ApiRequest) => Promise<Response> {
  const { path, method } = describedAs(name);
  return endpointAt(path)[method.toUpperCase() as keyof Endpoint];
}
