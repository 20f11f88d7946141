import { onTestFinished } from "vitest";
import { type Behaviour, openMailServer } from "@/tests/support/smtp-server";

/** A mail server for one test. */
export async function startMailServer(behaviour?: Behaviour) {
  const server = await openMailServer(behaviour);
  onTestFinished(server.close);
  return server;
}
