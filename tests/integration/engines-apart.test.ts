import { describe, expect, it, onTestFinished } from "vitest";
import { wakeJobs } from "@/lib/api/wake";
import { database } from "@/lib/db/client";
import { listen, WORK_CHANNEL } from "@/lib/db/listen";
import { notifyEngines } from "@/lib/server/jobs";
import { waitFor } from "@/tests/support/wait";

describe("a process without an engine", () => {
  it("wakes those of other processes, once for a burst of requests", async () => {
    let heard = 0;
    const end = await listen(process.env.DATABASE_URL as string, WORK_CHANNEL, () => {
      heard++;
    });
    onTestFinished(end);
    const before = heard;
    const stop = notifyEngines({ db: database(), embedded: false, close: async () => {} });
    onTestFinished(() => {
      stop();
    });
    for (let i = 0; i < 100; i++) wakeJobs();
    await waitFor("the notification", () => heard > before);
    wakeJobs();
    await waitFor("the next one", () => heard > before + 1);
    expect(heard).toBe(before + 2);
  });
});
