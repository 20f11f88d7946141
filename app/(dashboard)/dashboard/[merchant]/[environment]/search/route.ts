import { paymentCommand } from "@/components/payments/payment-command";
import { pathTo } from "@/components/shell/paths";
import type { CommandGroup } from "@/components/ui/command";
import { inTurn } from "@/lib/base/pacing/turns";
import { isStorable } from "@/lib/base/values/storable-text";
import { listActiveTerminals } from "@/lib/business/terminals/list-names";
import { listEndpoints } from "@/lib/delivery/endpoints/list";
import { NO_FILTER } from "@/lib/payments/lists/filter";
import { listPayments } from "@/lib/payments/lists/list";
import type { Member } from "@/lib/service/auth/member";
import { memberRoute } from "@/lib/service/auth/route";
import { paymentsMessages } from "@/lib/service/messages/en/payments";

const { palette } = paymentsMessages;
const LINES = 8;
const LONGEST = 200;

/** What the command palette finds besides pages: payments (as their own search does), terminals and endpoints. */
export const GET = memberRoute("payments.view", async (member, request) => {
  const q = (new URL(request.url).searchParams.get("q") ?? "").trim().slice(0, LONGEST);
  const groups =
    q === "" || !isStorable(q)
      ? []
      : await Promise.all([payments(member, q), terminals(member, q), endpoints(member, q)]);
  return Response.json(
    { groups: groups.filter(({ commands }) => commands.length > 0) },
    { headers: { "cache-control": "no-store" } },
  );
});

async function payments({ ctx, merchant, environment }: Member, q: string): Promise<CommandGroup> {
  const dashboard = { merchant: merchant.id, environment };
  const sought = { filter: { ...NO_FILTER, q }, cursor: null, limit: LINES };
  const found = await inTurn(ctx.actor.userId, () => listPayments(ctx, sought));
  return {
    heading: palette.payments,
    commands: found.payments.slice(0, LINES).map((payment) => paymentCommand(dashboard, payment)),
  };
}

async function terminals({ ctx, merchant, environment }: Member, q: string): Promise<CommandGroup> {
  const dashboard = { merchant: merchant.id, environment };
  const found = (await listActiveTerminals(ctx)).filter(({ name, id }) => has(name, q) || id === q.toLowerCase());
  return {
    heading: palette.terminals,
    commands: found
      .slice(0, LINES)
      .map(({ id, name }) => ({ id, label: name, href: pathTo(dashboard, "terminals", id) })),
  };
}

async function endpoints({ ctx, merchant, environment, can }: Member, q: string): Promise<CommandGroup> {
  const dashboard = { merchant: merchant.id, environment };
  const all = can("webhooks.view") ? await listEndpoints(ctx) : [];
  const found = all.filter(({ url, id }) => has(url, q) || id === q.toLowerCase());
  return {
    heading: palette.endpoints,
    commands: found.slice(0, LINES).map(({ id, url }) => ({ id, label: url, href: pathTo(dashboard, "webhooks", id) })),
  };
}

function has(text: string, part: string): boolean {
  return text.toLowerCase().includes(part.toLowerCase());
}
