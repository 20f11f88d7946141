/** What the API's handlers use of a request: a Web `Request`, or the fast lane's light stand-in for one. */
export type ApiRequest = {
  readonly method: string;
  readonly url: string;
  readonly headers: { get(name: string): string | null };
  /** the body of a Web `Request` */
  readonly body?: ReadableStream<Uint8Array> | null;
  /** of a Web `Request`: its client has gone */
  readonly signal?: AbortSignal;
  /** the stand-in reads its body itself */
  readBytes?(limit: number): Promise<Uint8Array>;
};

/** The caller's address. Our HTTP front sets the header from the socket and the trusted proxies, whatever a client sent. */
export function clientAddress(request: ApiRequest): string {
  return request.headers.get("x-real-ip") ?? "unknown";
}
