import { describe, expect, it, onTestFinished } from "vitest";
import { database } from "@/lib/base/db/client";
import { listen, WORK_CHANNEL } from "@/lib/base/db/listen";
import { wakeJobs } from "@/lib/service/api/wake";
import { notifyEngines } from "@/lib/service/server/jobs";
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
