import type { Metadata } from "next";
import { z } from "zod";
import { LiveOnly } from "@/components/settlement/live-only";
import { SweepForm } from "@/components/settlement/sweep-form";
import { SweepPlan } from "@/components/settlement/sweep-plan";
import { pathTo } from "@/components/shell/paths";
import { PageHeader } from "@/components/ui/page-header";
import { countOpen } from "@/lib/attention/attention-list";
import { type Member, requireMember } from "@/lib/auth/member";
import { isDomainError } from "@/lib/errors";
import { planSweep, type Sweep, SweepInput } from "@/lib/funds/plan-sweep";
import { plainIssue } from "@/lib/input-errors";
import { fundsMessages, sweepMessages } from "@/lib/messages/en/funds";

export const metadata: Metadata = { title: sweepMessages.title };

type Props = PageProps<"/dashboard/[merchant]/[environment]/settlement/funds/sweep">;

const THRESHOLD = "10";

const Typed = z.object({ to: z.string().max(200), threshold: z.string().max(40).optional() });

export default async function Page({ params, searchParams }: Props) {
  const { ctx, merchant, environment } = await requireMember(params, "settlement.view");
  const scope = { merchant: merchant.id, environment };
  if (environment === "sandbox") return <LiveOnly scope={scope} open={await countOpen(ctx)} />;
  const typed = Typed.safeParse(await searchParams).data;
  const planned = typed && (await plan(ctx, typed));
  const path = pathTo(scope, "settlement", "funds", "sweep");
  return (
    <>
      <PageHeader
        title={sweepMessages.title}
        description={sweepMessages.description}
        back={{ href: pathTo(scope, "settlement", "funds"), label: fundsMessages.title }}
      />
      <SweepForm
        key={`${typed?.to} ${typed?.threshold}`}
        path={path}
        typed={{ to: typed?.to ?? "", threshold: typed?.threshold ?? THRESHOLD }}
        errors={planned && "errors" in planned ? planned.errors : {}}
      />
      {planned && "sweep" in planned && (
        <SweepPlan
          sweep={planned.sweep}
          linesHref={`${path}/lines?${new URLSearchParams({ to: typed.to, threshold: typed.threshold ?? THRESHOLD })}`}
        />
      )}
    </>
  );
}

type Planned = { sweep: Sweep } | { errors: Record<string, string> };

async function plan(ctx: Member["ctx"], typed: z.output<typeof Typed>): Promise<Planned> {
  const input = SweepInput.safeParse(typed, { error: plainIssue });
  if (!input.success) {
    return { errors: Object.fromEntries(input.error.issues.map(({ path, message }) => [path.join("."), message])) };
  }
  try {
    return { sweep: await planSweep(ctx, input.data) };
  } catch (error) {
    if (!isDomainError(error)) throw error;
    return { errors: { [error.extra.field ?? "to"]: error.message } };
  }
}
