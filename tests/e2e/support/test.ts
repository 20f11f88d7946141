import { type BrowserContext, test as base, expect, type Page } from "@playwright/test";
import { untilHydrated } from "@/tests/e2e/support/hydrated";
import { type Worker, workerFixtures } from "@/tests/e2e/support/worker";

type Intent = { id: string; checkout_uri: string; checkout_url: string };

type Service = {
  /** a pending sandbox intent of a merchant of ours */
  createIntent(input?: { amount_usdt?: number; reference?: string; expires_in?: number }): Promise<Intent>;
  /** a demo intent, which pays itself after six seconds */
  createDemo(): Promise<{ intent_id: string }>;
  simulate(id: string, outcome: string): Promise<void>;
};

/** How long a toast stands, as `components/ui/toast-viewport.tsx` has it. */
const TOAST_MS = 6_000;

type OfTest = { service: Service; tolerated: { pattern: RegExp | null }; quietConsole: undefined };

/**
 * Every test has a page that fails it when anything lands in the console as an error, a breach of the policy included.
 */
export const test = base.extend<OfTest, Worker>({
  ...workerFixtures,

  browser: [
    async ({ browser }, use) => {
      const newContext = browser.newContext.bind(browser);
      browser.newContext = async (options) => attend(await newContext(options));
      await use(browser);
    },
    { scope: "worker" },
  ],

  tolerated: async ({ page: _page }, use) => use({ pattern: null }),

  quietConsole: [
    async ({ page, tolerated }, use) => {
      const errors = listenForErrors(page);
      await use(undefined);
      expect(errors.filter((text) => !tolerated.pattern?.test(text))).toEqual([]);
    },
    { auto: true },
  ],

  service: async ({ request }, use) => {
    const post = async (path: string, data?: object, headers?: Record<string, string>) => {
      const answer = await request.post(`/api/v1/${path}`, { data, headers });
      expect(answer.status(), await answer.text()).toBe(200);
      return answer.json();
    };
    await use({
      createIntent: async (input = {}) => {
        const key = process.env.E2E_SANDBOX_KEY;
        const headers = { Authorization: `Bearer ${key}` };
        return (await post("create-payment-intent", { amount_usdt: 12.5, ...input }, headers)).intent;
      },
      createDemo: () => post("demo-create-intent"),
      simulate: async (id, outcome) => post("simulate-payment", { id, outcome }),
    });
  },
});

/**
 * Pages that are opened or reloaded in this context can be pressed at once, and their toasts stay until they are read.
 */
async function attend(context: BrowserContext) {
  context.on("page", (page) => {
    const goto = page.goto.bind(page);
    const reload = page.reload.bind(page);
    page.goto = async (url, options) => {
      const response = await goto(url, options);
      if (options?.waitUntil !== "commit") await untilHydrated(page);
      return response;
    };
    page.reload = async (options) => {
      const response = await reload(options);
      await untilHydrated(page);
      return response;
    };
  });
  await context.addInitScript(lengthenTimers, TOAST_MS);
  return context;
}

/** Runs in the page, before its own scripts: timers of `ms` take ten times as long. */
export function lengthenTimers(ms: number) {
  const later = window.setTimeout;
  const lengthened = (run: TimerHandler, delay?: number, ...rest: unknown[]) =>
    later(run, delay === ms ? 10 * ms : delay, ...rest);
  window.setTimeout = lengthened as typeof window.setTimeout;
}

function listenForErrors(page: Page) {
  const errors: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(`${message.text()} (${message.location().url})`);
  });
  page.on("pageerror", (error) => errors.push(error.message));
  return errors;
}

export { expect };
