import { test as base, expect, type Page } from "@playwright/test";

type Intent = { id: string; checkout_uri: string; checkout_url: string };

type Service = {
  /** a pending sandbox intent of a merchant of ours */
  createIntent(input?: { amount_usdt?: number; reference?: string; expires_in?: number }): Promise<Intent>;
  /** a demo intent, which pays itself after six seconds */
  createDemo(): Promise<{ intent_id: string }>;
  simulate(id: string, outcome: string): Promise<void>;
};

/** Every test has a page that fails it when anything lands in the console as an error, a breach of the policy included. */
export const test = base.extend<{ service: Service; tolerated: { pattern: RegExp | null }; quietConsole: undefined }>({
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

function listenForErrors(page: Page) {
  const errors: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(`${message.text()} (${message.location().url})`);
  });
  page.on("pageerror", (error) => errors.push(error.message));
  return errors;
}

export { expect };
