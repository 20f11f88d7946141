import { database, directUrl } from "@/lib/base/db/client";
import { env } from "@/lib/base/process/env";
import { processWide } from "@/lib/base/process/process-wide";
import { type CustomersHub, createCustomersHub } from "@/lib/payments/realtime/customers";
import { createHub, type Hub } from "@/lib/payments/realtime/hub";

/** This process's hub for payment pages; the server ends it on shutdown. */
export function customersHub(): CustomersHub {
  return processWide("realtime.customers", () => {
    const { OPEN_PAGES_PER_ADDRESS, OPEN_PAGES_PER_PROCESS } = env();
    return createCustomersHub(database(), {
      url: directUrl(),
      perAddress: OPEN_PAGES_PER_ADDRESS,
      perProcess: OPEN_PAGES_PER_PROCESS,
    });
  });
}

/** This process's hub for dashboard pages; the server ends it on shutdown. */
export function dashboardHub(): Hub {
  return processWide("realtime.dashboard", () => createHub(database()));
}
