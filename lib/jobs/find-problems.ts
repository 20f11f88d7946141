import type { Context, Environment } from "@/lib/context";
import { certificateFault } from "@/lib/jobs/certificate";
import { checkDiskSpace } from "@/lib/jobs/disk";
import { readHealth } from "@/lib/jobs/service-health";
import type { Problem } from "@/lib/notifications/alarms";

/** Attempts that failed in a row from which people are notified, and again at each of the following. */
const FAILURE_STEPS = [3, 10, 30, 100, 300, 1_000];
/** Enough to tell the steps apart. */
const MOST_WAITING = 1_000;
const OFF_LEVEL = FAILURE_STEPS.length + 1;

const OF_ALL = { merchantId: null, environment: null, subject: "", path: null, level: 1 } as const;

/** Everything that is wrong now and that people should know of: in the installation, and for each business. */
export async function findProblems(ctx: Context): Promise<Problem[]> {
  const { checks, jobLagSeconds, backupAgeSeconds } = await readHealth(ctx, 0);
  if (!checks.database) throw new Error("the database is away, so nothing is known of problems");
  const disk = checkDiskSpace(ctx.settings.dataFolder);
  const certificate = await certificateFault(ctx.settings.appUrl);
  return [
    ...(checks.chain === false
      ? [
          {
            ...OF_ALL,
            kind: "chain" as const,
            message: "Live payments aren't confirmed at the moment: the blockchain can't be read.",
          },
        ]
      : []),
    ...(checks.jobs
      ? []
      : [
          {
            ...OF_ALL,
            kind: "jobs" as const,
            message: `Background jobs are ${Math.round(jobLagSeconds ?? 0)} seconds late.`,
          },
        ]),
    ...(checks.backup === false
      ? [
          {
            ...OF_ALL,
            kind: "backup" as const,
            message: `No backup was made in the last ${Math.round((backupAgeSeconds ?? 0) / 3_600)} hours.`,
          },
        ]
      : []),
    ...(disk && !disk.isEnough
      ? [
          {
            ...OF_ALL,
            kind: "disk" as const,
            message: "The disk of the data folder is almost full: less than 1 GiB is free.",
          },
        ]
      : []),
    ...(certificate ? [{ ...OF_ALL, kind: "certificate" as const, message: certificate }] : []),
    ...(await chainProblems(ctx)),
    ...(await endpointProblems(ctx)),
  ];
}

/** Alarms of the blockchain reader: the operator's, and those about a business's wallet. */
async function chainProblems({ db, settings }: Context): Promise<Problem[]> {
  if (!settings.network) return [];
  const rows = await db.sql<{ kind: string; message: string; merchantId: string | null }[]>`
    select kind, message, merchant_id as "merchantId" from chain_alarms
     where network = ${settings.network.id} and cleared_at is null
     order by kind, merchant_id`;
  return rows.map(({ kind, message, merchantId }) =>
    merchantId === null
      ? { ...OF_ALL, kind: "chain_alarm" as const, subject: kind, message }
      : {
          ...{ merchantId, environment: "live" as const, kind: "wallet" as const, subject: kind, message, level: 1 },
          path: `/dashboard/${merchantId}/live/settlement/wallet`,
        },
  );
}

type FailingEndpoint = {
  id: string;
  merchantId: string;
  environment: Environment;
  url: string;
  isOff: boolean;
  failures: number;
};

async function endpointProblems({ db }: Context): Promise<Problem[]> {
  const rows = await db.sql<FailingEndpoint[]>`
    select p.id, p.merchant_id as "merchantId", p.environment, p.url, p.disabled_at is not null as "isOff",
           (select coalesce(sum(w.attempts), 0)::int
              from (select d.attempts - d.series_base as attempts from webhook_deliveries d
                     where d.endpoint_id = p.id and d.status = 'pending' limit ${MOST_WAITING}) w) as failures
      from webhook_endpoints p
     where (p.failing_since is not null and p.disabled_at is null) or p.disabled_reason in ('gone', 'failing')`;
  return rows.map(({ id, merchantId, environment, url, isOff, failures }) => ({
    ...{ merchantId, environment, kind: "endpoint" as const, subject: id },
    path: `/dashboard/${merchantId}/${environment}/webhooks/${id}`,
    level: isOff ? OFF_LEVEL : FAILURE_STEPS.filter((step) => failures >= step).length,
    message: isOff
      ? `Your webhook endpoint at ${new URL(url).host} was disabled because it kept failing.`
      : `Your webhook endpoint at ${new URL(url).host} is failing. Events wait and are sent again.`,
  }));
}
