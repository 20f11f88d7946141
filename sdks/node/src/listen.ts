import type { WebhookEvent } from "./events.js";
import type { ListEventsParams } from "./feed.js";
import type { Page } from "./pages.js";
import { retryPause, sleep } from "./retry.js";
import { type CallOptions, isPassing } from "./transport.js";

export type ListenParams = Omit<ListEventsParams, "waitSeconds"> & {
  /**
   * Called with each new cursor, once all events before it have been handled. Store it, and pass it as `after` the next
   * time.
   */
  onCursor?: (cursor: string) => void | Promise<void>;
};

type List = (params: ListEventsParams, options: CallOptions) => Promise<Page<WebhookEvent>>;

const WAIT_SECONDS = 25;
/** After a poll that ended early without an event: a service that doesn't wait must not be asked without pause. */
const PAUSE_MS = 1_000;
const LATEST = "latest";

/** Hands over events with `for await`. After a crash within a page, its events come again: recognise them by `id`. */
export class Listener implements AsyncIterable<WebhookEvent> {
  readonly #list: List;
  readonly #params: ListenParams;
  readonly #options: CallOptions;
  #after: string | undefined;

  constructor(list: List, params: ListenParams, options: CallOptions) {
    this.#list = list;
    this.#params = params;
    this.#options = options;
    this.#after = params.after ?? undefined;
  }

  /** The place behind the last page whose events have all been handled. Null while there is none. */
  get cursor(): string | null {
    return this.#after === LATEST ? null : (this.#after ?? null);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<WebhookEvent, void, void> {
    const { signal } = this.#options;
    let handed = new Set<string>();
    for (;;) {
      const startedAt = performance.now();
      const wasPlaced = this.#after !== LATEST;
      const page = await this.#poll();
      for (const event of page.data.filter(({ id }) => !handed.has(id))) {
        signal?.throwIfAborted();
        yield event;
      }
      if (page.data.length > 0) handed = new Set(page.data.map(({ id }) => id));
      await this.#moveTo(page.next);
      const isIdle = wasPlaced && page.data.length === 0 && !page.hasMore;
      if (isIdle && performance.now() - startedAt < PAUSE_MS) await sleep(PAUSE_MS, signal);
    }
  }

  async #moveTo(next: string | null): Promise<void> {
    const known = this.cursor;
    this.#after = next ?? known ?? undefined;
    if (next !== null && next !== known) await this.#params.onCursor?.(next);
  }

  async #poll(): Promise<Page<WebhookEvent>> {
    const { types, limit } = this.#params;
    // the place of `latest` moves: until it is known, a lost response would lose the events that came meanwhile
    const waitSeconds = this.#after === LATEST ? undefined : WAIT_SECONDS;
    const params = {
      after: this.#after,
      ...(types && { types }),
      ...(limit !== undefined && { limit }),
      ...(waitSeconds !== undefined && { waitSeconds }),
    };
    for (let failures = 0; ; failures += 1) {
      try {
        return await this.#list(params, { ...this.#options, maxRetries: 0 });
      } catch (error) {
        if (!isPassing(error)) throw error;
        await sleep(retryPause(failures, error.retryAfterSeconds), this.#options.signal);
      }
    }
  }
}
