import { test as base } from "@/tests/e2e/support/dashboard";

/** On the service that sends emails and messages. */
export const test = base.extend({ baseURL: async ({ equipped }, use) => use(equipped.address) });
