import { workAsyncStorage } from "next/dist/server/app-render/work-async-storage.external";
import { workUnitAsyncStorage } from "next/dist/server/app-render/work-unit-async-storage.external";
import { createRequestStoreForAPI } from "next/dist/server/async-storage/request-store";
import { appendMutableCookies } from "next/dist/server/web/spec-extension/adapters/request-cookies";
import type { NextRequest } from "next/server";

type Handler<P> = (request: NextRequest, context: { params: Promise<P> }) => Promise<Response>;
type Inputs = Parameters<typeof createRequestStoreForAPI>;

/** The answer of a route's handler, with the cookies that it sets, as Next makes it: inside a request. */
export async function answerRoute<P>(handler: Handler<P>, request: NextRequest, params: P): Promise<Response> {
  const noTags = { tags: [], expirationsByCacheKind: new Map() } as Inputs[2];
  const previewProps = undefined as unknown as Inputs[4];
  const store = createRequestStoreForAPI(request, request.nextUrl, noTags, undefined, previewProps, undefined);
  const work = { route: request.nextUrl.pathname } as Parameters<typeof workAsyncStorage.run>[0];
  const answer = await workAsyncStorage.run(work, () =>
    workUnitAsyncStorage.run(store, () => handler(request, { params: Promise.resolve(params) })),
  );
  appendMutableCookies(answer.headers, store.mutableCookies);
  return answer;
}
