import type { Route } from "next";
import { cookies } from "next/headers";
import type { FirstDashboard } from "@/app/(dashboard)/first-dashboard";
import { keypadPath, pathTo } from "@/components/shell/paths";
import type { Environment, MemberContext } from "@/lib/base/context/context";
import { listActiveTerminals } from "@/lib/business/terminals/list-names";
import { getLiveReadiness } from "@/lib/chain/wallets/live-readiness";
import { ownCookie } from "@/lib/service/auth/own-cookie";
import type { SignedIn } from "@/lib/service/auth/session";

/**
 * Where a cashier starts: the keypad they used last, their only one, or a choice of several; null for other roles, for
 * a cashier without a terminal, and for one without the second step that the business requires: no keypad opens for
 * them. On a first visit it is the live keypad as soon as the business takes live payments.
 */
export async function cashierStart(
  { account, ctx }: SignedIn,
  { membership, lastEnvironment }: FirstDashboard,
): Promise<Route | null> {
  const { role, terminalIds, merchant } = membership;
  if (role !== "cashier" || (merchant.requiresTwoStep && !account.totpEnabled)) return null;
  const member: MemberContext = { ...ctx, merchantId: merchant.id, environment: "sandbox", role, terminalIds };
  const terminals = await listActiveTerminals(member);
  const [only, ...others] = terminals;
  if (!only) return null;
  const [lastTerminal, lastOfKeypad] = ((await cookies()).get(ownCookie("till-keypad"))?.value ?? "").split("/");
  if (terminals.some(({ id }) => id === lastTerminal)) {
    return keypadPath(lastTerminal as string, lastOfKeypad === "live" ? "live" : "sandbox");
  }
  const environment = lastEnvironment ?? (await firstEnvironment(member));
  return others.length === 0
    ? keypadPath(only.id, environment)
    : pathTo({ merchant: merchant.id, environment }, "keypad");
}

async function firstEnvironment(ctx: MemberContext): Promise<Environment> {
  const readiness = await getLiveReadiness(ctx);
  return readiness === "off" || readiness === "no_wallet" ? "sandbox" : "live";
}
