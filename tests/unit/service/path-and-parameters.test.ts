import { describe, expect, it } from "vitest";
import { z } from "zod";
import { parametersOf, pathOf, queryOf } from "@/lib/service/api/input";
import { type ApiRequest, readPath } from "@/lib/service/api/request";

const requestOf = (url: string) => ({ method: "GET", url, headers: { get: () => null } }) as unknown as ApiRequest;

describe("the values in a path", () => {
  const TEMPLATE = "/api/v1/endpoints/{id}/attempts/{number}";

  it.each([
    ["/api/v1/endpoints/7/attempts/3", { id: "7", number: "3" }],
    ["http://localhost:3000/api/v1/endpoints/7/attempts/3", { id: "7", number: "3" }],
    ["https://pay.example/api/v1/endpoints/7/attempts/3?id=8&number=/9", { id: "7", number: "3" }],
    ["/api/v1/endpoints/7/attempts/3#/4", { id: "7", number: "3" }],
    ["/api/v1/endpoints/7", { id: "7", number: "" }],
    // as it was sent: nothing of it is decoded
    ["/api/v1/endpoints/%37/attempts/%00", { id: "%37", number: "%00" }],
  ])("%s", (url, values) => {
    expect(readPath(requestOf(url), TEMPLATE)).toEqual(values);
  });

  it("there are none without a name", () => {
    expect(readPath(requestOf("/api/v1/events"), "/api/v1/events")).toEqual({});
  });

  it("are refused by the rule of their field, before the parameters", async () => {
    const Path = z.object({ id: z.guid() });
    const Query = z.object({ limit: z.string().regex(/^\d$/) });
    const query = parametersOf(Query, { code: "invalid_request", fields: { limit: { rule: "a digit" } } });
    const input = pathOf(Path, { code: "invalid_id", fields: { id: { rule: "a uuid" } } }, query);
    const id = "7d9f2b52-6d5c-4b0f-9a54-0f7a3c8e1b11";
    expect(await input.read(requestOf("/x?limit=7"), { id })).toEqual({ id, limit: "7" });
    await expect(input.read(requestOf("/x?limit=x"), { id: "7" })).rejects.toThrow("id must be a uuid.");
    await expect(input.read(requestOf("/x?limit=x"), { id })).rejects.toThrow("limit must be a digit.");
    expect(input.codes).toEqual(["invalid_id", "invalid_request"]);
  });
});

describe("parameters", () => {
  const Query = z.object({ after: z.string().optional(), limit: z.string().optional() });
  const rules = {
    code: "invalid_request",
    fields: { after: { rule: "a cursor" }, limit: { rule: "a number" } },
  } as const;
  const read = async (query: string) => parametersOf(Query, rules).read(requestOf(`/x${query}`), {});

  it.each([
    ["", {}],
    ["?", {}],
    ["?after=a+b&limit=%E2%82%AC", { after: "a b", limit: "€" }],
    ["?after=100%", { after: "100%" }],
    ["?other=1", {}],
    ["?after=%EF%BF%BD", { after: "\uFFFD" }],
  ])("%j", async (query, values) => {
    expect(await read(query)).toEqual(values);
  });

  it.each([
    ["?after=a&after=b", "after must be given only once."],
    ["?after=a&limit=1&%61fter=a", "after must be given only once."],
    ["?other=1&other=2", "other must be given only once."],
    ["?after=%ff", "after must be text in UTF-8."],
    // half of a surrogate pair
    ["?limit=1&after=%ED%A0%80", "after must be text in UTF-8."],
    ["?after=%C0%80", "after must be text in UTF-8."],
  ])("%j is refused", async (query, message) => {
    await expect(read(query)).rejects.toMatchObject({ code: "invalid_request", message });
  });

  it("of two with one name, the specification's endpoints take the last", async () => {
    expect(await queryOf(Query, rules).read(requestOf("/x?after=a&after=b"), {})).toEqual({ after: "b" });
  });
});
