"use client";

import { useEffect } from "react";
import type { DashboardParams } from "@/components/shell/paths";
import { saveChoice } from "@/lib/customer/browser/save-choice";

/**
 * Remembers the merchant and environment in a cookie, so that the dashboard opens there again. It authorises nothing.
 */
export function RememberDashboard({ merchant, environment }: DashboardParams) {
  useEffect(() => {
    saveChoice("till-place", `${merchant}/${environment}`);
  }, [merchant, environment]);
  return null;
}
