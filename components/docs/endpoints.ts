import { METHODS, type Method, type OpenApi, type Operation, type PathItem } from "./openapi";

export type Endpoint = { anchor: string; title: string; method: Method; path: string; operation: Operation };

/** Every operation of a set of paths in the document's order, each with an anchor of its own. */
export function endpointsOf(paths: Record<string, PathItem> | undefined): Endpoint[] {
  return Object.entries(paths ?? {}).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      if (!operation) return [];
      const title = operation.summary ?? `${method.toUpperCase()} ${path}`;
      return [{ anchor: slug(operation.operationId ?? `${method} ${path}`), title, method, path, operation }];
    }),
  );
}

/** Events by name: `payment.success` → `#payment-success`. */
export function webhooksOf(document: OpenApi): Endpoint[] {
  return endpointsOf(document.webhooks).map((hook) => ({ ...hook, anchor: slug(hook.path), title: hook.path }));
}

/** `createPaymentIntent`, `POST /create-payment-intent` → `create-payment-intent`, `post-create-payment-intent`. */
export function slug(words: string): string {
  return words
    .replace(/([a-z0-9])([A-Z])/g, "$1-$2")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}
