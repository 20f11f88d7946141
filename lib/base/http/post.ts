import { type Dispatcher, errors } from "undici";
import type { Connection, Connections } from "@/lib/base/http/connections";
import { DialError } from "@/lib/base/http/dial";
import { excerptOf, headerText } from "@/lib/base/http/excerpt";

export type PostRequest = {
  /** whose connections it uses */
  user: string;
  headers: Record<string, string>;
  body: string;
};

/** Exactly one of `status` and `errorClass` is null: a response counts once its head has arrived. */
export type PostResult = {
  status: number | null;
  errorClass: PostErrorClass | null;
  responseHeaders: { retryAfter: string | null; contentType: string | null };
  /** Up to 1 kB of the body as text that is safe to store and to show; empty when it was compressed. */
  responseExcerpt: string;
  durationMs: number;
};

export type PostErrorClass = DialError["errorClass"] | "reset" | "timeout" | "invalid_url" | "invalid_response";

const EXCERPT_BYTES = 1024;
/**
 * Allowance besides the body: response head, interim responses and chunk framing. More than one socket read of 64 kB.
 */
const OVERHEAD_BYTES = 256 * 1024;
/** A close that crossed our request shows within a round trip; a later one may be a crash during processing. */
const CROSSED_CLOSE_MS = 1000;

/** One post, from waiting for a connection to its result. The `on…` methods are what undici calls on the way. */
export class Post implements Dispatcher.DispatchHandler {
  private readonly startedAt = performance.now();
  private deadline: NodeJS.Timeout | undefined;
  private connection: Connection | null = null;
  private isInLine = false;
  private isOver = false;
  private wasUsedBefore = false;
  private hasRetried = false;
  private sentAt = 0;
  private status: number | null = null;
  private headers: Record<string, string | string[] | undefined> = {};
  private body: Buffer[] = [];
  private bodyBytes = 0;

  constructor(
    private readonly request: PostRequest,
    private readonly url: URL,
    private readonly connections: Connections,
    private readonly limits: { totalTimeoutMs: number; maxResponseBytes: number },
    /** null: no connection became free in time, and nothing was sent */
    private readonly done: (result: PostResult | null) => void,
  ) {}

  start(): void {
    this.endIn(this.limits.totalTimeoutMs);
    this.connections.take(this.request.user, this.url.origin, this.begin);
    if (this.connection !== null || this.isOver) return;
    // Only half the time may be spent in the queue: a later post would leave too little time for the response.
    this.isInLine = true;
    this.endIn(this.limits.totalTimeoutMs / 2);
  }

  private readonly begin = (connection: Connection): void => {
    this.connection = connection;
    if (this.isInLine) {
      this.endIn(this.limits.totalTimeoutMs - (performance.now() - this.startedAt));
    }
    this.dispatch(connection);
  };

  private dispatch(connection: Connection): void {
    const { pathname, search } = this.url;
    const { headers, body } = this.request;
    connection.client.dispatch({ path: pathname + search, method: "POST", headers, body }, this);
  }

  private endIn(milliseconds: number): void {
    clearTimeout(this.deadline);
    this.deadline = setTimeout(() => this.finish("timeout", false), milliseconds);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.isOver || this.connection === null) {
      controller.abort(new Error("over"));
      return;
    }
    this.sentAt = performance.now();
    this.wasUsedBefore = this.connection.answers > 0;
    this.connection.hasHeard = false;
    this.connection.interimResponses.restart();
    this.connection.readLimit =
      (this.connection.socket?.bytesRead ?? 0) + this.limits.maxResponseBytes + OVERHEAD_BYTES;
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (status < 200) return;
    this.status = status;
    this.headers = headers;
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.isOver) return;
    if (this.bodyBytes < EXCERPT_BYTES) this.body.push(chunk);
    this.bodyBytes += chunk.length;
    if (this.bodyBytes > this.limits.maxResponseBytes) this.finish("invalid_response", false);
  }

  onResponseEnd(): void {
    if (this.connection !== null) this.connection.answers += 1;
    this.finish("invalid_response", true);
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (this.isOver) return;
    if (this.isCrossedClose(error)) {
      this.hasRetried = true;
      // The client has lost its socket, so the post is repeated on a new one, once undici has finished this event.
      setImmediate(() => {
        if (!this.isOver && this.connection !== null) this.dispatch(this.connection);
      });
      return;
    }
    this.finish(errorClassOf(error, this.connection), false);
  }

  /**
   * True when a reused connection closed without a byte: the receiver had closed it before our request. A receiver that
   * crashed at this moment looks the same and may get the post twice, so a post must have an ID.
   */
  private isCrossedClose(error: Error): boolean {
    return (
      !this.hasRetried &&
      this.wasUsedBefore &&
      this.connection?.hasHeard === false &&
      errorClassOf(error, this.connection) === "reset" &&
      performance.now() - this.sentAt < CROSSED_CLOSE_MS
    );
  }

  /** `errorClass` is used only when no response arrived. */
  private finish(errorClass: PostErrorClass, connectionIsGood: boolean): void {
    if (this.isOver) return;
    this.isOver = true;
    clearTimeout(this.deadline);
    if (this.connection === null) {
      this.connections.leave(this.request.user, this.url.origin, this.begin);
      this.done(null);
      return;
    }
    if (connectionIsGood) this.connections.give(this.connection);
    else this.connections.drop(this.connection);
    this.done({
      status: this.status,
      errorClass: this.status === null ? errorClass : null,
      responseHeaders: {
        retryAfter: headerText(this.headers["retry-after"]),
        contentType: headerText(this.headers["content-type"]),
      },
      responseExcerpt: excerptOf(this.body, this.headers["content-encoding"], EXCERPT_BYTES),
      durationMs: Math.round(performance.now() - this.startedAt),
    });
  }
}

const INVALID_ANSWER = /^(UND_ERR_HEADERS_OVERFLOW|UND_ERR_RES_)/;
const TLS_ALERT = /^(ERR_SSL|ERR_TLS|EPROTO)/;

function errorClassOf(error: Error & { code?: string }, connection: Connection | null): PostErrorClass {
  if (error instanceof DialError) return error.errorClass;
  const code = error.code ?? "";
  if (code === "UND_ERR_INVALID_ARG") return "invalid_url";
  if (TLS_ALERT.test(code)) return "tls";
  if (error instanceof errors.HTTPParserError || INVALID_ANSWER.test(code)) {
    return "invalid_response";
  }
  if (/^bad (response|upgrade)$/.test(error.message)) return "invalid_response";
  const bytesRead = connection?.socket?.bytesRead ?? 0;
  return connection !== null && bytesRead > connection.readLimit ? "invalid_response" : "reset";
}
