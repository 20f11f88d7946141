/** The parts of a request that API handlers use: a Web `Request`, or the fast lane's lightweight replacement. */
export type ApiRequest = {
  readonly method: string;
  readonly url: string;
  readonly headers: { get(name: string): string | null };
  /** the body of a Web `Request` */
  readonly body?: ReadableStream<Uint8Array> | null;
  /** the signal of a Web `Request`, aborted when its client disconnects */
  readonly signal?: AbortSignal;
  /** the fast lane's request reads its body itself */
  readBytes?(limit: number): Promise<Uint8Array>;
};

/** The caller's address. The HTTP server sets this header from the socket and trusted proxies and ignores the client's. */
export function clientAddress(request: ApiRequest): string {
  return request.headers.get("x-real-ip") ?? "unknown";
}
