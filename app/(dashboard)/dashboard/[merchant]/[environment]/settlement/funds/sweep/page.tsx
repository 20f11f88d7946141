import type { Metadata } from "next";
import { Suspense } from "react";
import { estimatedTerms } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/settlement/estimated-terms";
import { SendSignedFile } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/settlement/send-signed-file";
import { UnfinishedActions } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/settlement/unfinished-actions";
import { DownloadToSign } from "@/components/funds/download-to-sign";
import { SigningWays } from "@/components/funds/signing-ways";
import { SweepFee, SweepPlan } from "@/components/funds/sweep-plan";
import { formatTrx } from "@/components/funds/transfer-cost";
import { UnfinishedSweeps } from "@/components/funds/unfinished-sweeps";
import { LiveOnly } from "@/components/settlement/live-only";
import { type DashboardParams, pathTo } from "@/components/shell/paths";
import { buttonClass } from "@/components/ui/button";
import { PageHeader } from "@/components/ui/page-header";
import { isDomainError } from "@/lib/base/values/errors";
import { plainIssue } from "@/lib/base/values/input-errors";
import { displayAmount } from "@/lib/base/values/money";
import { countWaiting } from "@/lib/payments/attention/count-waiting";
import { type Member, requireMember } from "@/lib/service/auth/member";
import { fundsMessages, sweepMessages } from "@/lib/service/messages/en/funds";
import { estimateCost } from "@/lib/settlement/funds/estimate-cost";
import { planSweep, type Sweep, SweepInput, transfersOf } from "@/lib/settlement/funds/plan-sweep";
import { readSweepLink, type SweepLink, type TypedSweep } from "@/lib/settlement/funds/sweep-link";
import { listUnfinishedSweeps } from "@/lib/settlement/funds/unfinished-sweeps";
import { SignSweep } from "./sign-sweep";
import { SweepForm } from "./sweep-form";

export const metadata: Metadata = { title: sweepMessages.title };

type Props = PageProps<"/dashboard/[merchant]/[environment]/settlement/funds/sweep">;

const THRESHOLD = "10";

export default async function Page({ params, searchParams }: Props) {
  const { ctx, merchant, environment, can } = await requireMember(params, "settlement.view");
  const dashboard = { merchant: merchant.id, environment };
  if (environment === "sandbox") return <LiveOnly dashboard={dashboard} waiting={await countWaiting(ctx)} />;
  const link = readSweepLink(ctx, await searchParams, new Date());
  const planned = link && (await plan(ctx, link));
  return (
    <>
      <PageHeader
        title={sweepMessages.title}
        description={sweepMessages.description}
        actions={can("attention.manage") && <SendSignedFile dashboard={dashboard} />}
        back={{ href: pathTo(dashboard, "settlement", "funds"), label: fundsMessages.title }}
      />
      <UnfinishedSweeps
        {...(await listUnfinishedSweeps(ctx))}
        zone={merchant.timeZone}
        now={new Date().toISOString()}
        actions={(kept) =>
          can("attention.manage") && (
            <UnfinishedActions
              dashboard={dashboard}
              txHash={kept.txHash}
              from={kept.from}
              isUnsent={kept.isUnsent}
              isListed
            />
          )
        }
      />
      <SweepForm
        key={`${link?.to} ${link?.threshold}`}
        dashboard={dashboard}
        path={pathTo(dashboard, "settlement", "funds", "sweep")}
        typed={{ to: link?.to ?? "", threshold: link?.threshold ?? THRESHOLD }}
        errors={planned && "errors" in planned ? planned.errors : {}}
      />
      {planned && "sweep" in planned && (
        <SweepPlan
          sweep={planned.sweep}
          fee={
            <Suspense fallback={<AssumedFee sweep={planned.sweep} />}>
              <EstimatedFee ctx={ctx} sweep={planned.sweep} />
            </Suspense>
          }
        >
          <SignPlan
            ctx={ctx}
            dashboard={dashboard}
            sweep={planned.sweep}
            link={link}
            canSend={can("attention.manage")}
          />
        </SweepPlan>
      )}
    </>
  );
}

function AssumedFee({ sweep: { estimateTrx, energy } }: { sweep: Sweep }) {
  return <SweepFee trx={estimateTrx} energy={energy} />;
}

async function EstimatedFee({ ctx, sweep }: Pick<SignProps, "ctx" | "sweep">) {
  const { cost } = await estimateCost(ctx, transfersOf(sweep));
  return cost ? <SweepFee trx={formatTrx(cost.sun)} energy={cost.energy} /> : <AssumedFee sweep={sweep} />;
}

/** The ways to sign the transfers; members who can't send them get the commands. */
function SignPlan({ ctx, dashboard, sweep, link, canSend }: SignProps) {
  const { token, ...input } = link;
  const path = pathTo(dashboard, "settlement", "funds", "sweep");
  const fileHref = (kind: "transfers" | "lines") => `${path}/${kind}?${new URLSearchParams({ ...input, token })}`;
  const rows = sweep.rows.map(({ from, amountMicros }) => ({ from, amount: displayAmount(amountMicros) }));
  return (
    <SigningWays
      ways={
        canSend
          ? {
              tronLink: (
                <SignSweep key={`${input.to} ${input.threshold}`} dashboard={dashboard} sweep={input} rows={rows} />
              ),
              file: <DownloadToSign href={fileHref("transfers")} />,
            }
          : null
      }
      commands={sweep.lines}
      estimated={estimatedTerms(ctx, { transfers: transfersOf(sweep), commands: sweep.lines, assumed: sweep.costText })}
      download={
        <a href={fileHref("lines")} download className={buttonClass({ look: "secondary", size: "small" })}>
          {sweepMessages.plan.download}
        </a>
      }
    />
  );
}

type SignProps = {
  ctx: Member["ctx"];
  dashboard: DashboardParams;
  sweep: Sweep;
  link: SweepLink;
  canSend: boolean;
};

type Planned = { sweep: Sweep } | { errors: Record<string, string> };

async function plan(ctx: Member["ctx"], typed: TypedSweep): Promise<Planned> {
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
