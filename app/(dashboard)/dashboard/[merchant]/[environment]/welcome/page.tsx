import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { pathTo } from "@/components/shell/paths";
import { PageHeader } from "@/components/ui/page-header";
import { env } from "@/lib/base/process/env";
import { findFirstSteps } from "@/lib/business/merchants/find-first-steps";
import { requireMember } from "@/lib/service/auth/member";
import { welcomeMessages } from "@/lib/service/messages/en/welcome";
import { Welcome } from "./welcome";

export const metadata: Metadata = { title: welcomeMessages.pageTitle };

/** From a new merchant to its first sandbox payment, in two steps. */
export default async function Page({ params }: PageProps<"/dashboard/[merchant]/[environment]/welcome">) {
  const { ctx, merchant, environment } = await requireMember(params, "terminals.manage");
  if (environment === "live") redirect(pathTo({ merchant: merchant.id, environment: "sandbox" }, "welcome"));
  const { terminal, intent } = await findFirstSteps(ctx);
  return (
    <>
      <PageHeader title={welcomeMessages.title(merchant.name)} description={welcomeMessages.description} />
      <Welcome
        dashboard={{ merchant: merchant.id, environment }}
        zone={merchant.timeZone}
        appUrl={env().APP_URL}
        terminal={terminal}
        intent={intent}
      />
    </>
  );
}
