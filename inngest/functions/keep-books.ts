import { inngest } from "@/inngest/client";
import { every } from "@/inngest/every";
import { engineContext } from "@/inngest/steps";
import { books } from "@/lib/service/jobs/timed-work";

/** Books what moved. */
export const keepBooks = inngest.createFunction(
  { id: "keep-books", name: "Book what moved", triggers: [every(books)], concurrency: 1, retries: 0 },
  async () => ({ booked: await books.run(engineContext(), {}) }),
);
