import { hostname } from "node:os";
import type { Context, Environment } from "@/lib/base/context/context";
import type { Findings, Problem } from "@/lib/delivery/notifications/alarms";
import { WORKS_AGAIN } from "@/lib/delivery/notifications/endings";
import { endpointLevel, MOST_WAITING } from "@/lib/delivery/notifications/endpoint-levels";
import { findRateProblems } from "@/lib/payments/prices/find-rate-problems";
import { checkCertificate } from "@/lib/service/jobs/certificate";
import { checkDiskSpace } from "@/lib/service/jobs/disk";
import { type Health, readHealth } from "@/lib/service/jobs/service-health";

const OF_ALL = { merchantId: null, environment: null, subject: "", path: null, level: 1 } as const;

/** Everything that is wrong now and that people should know of: in the installation, and for each business. */
export async function findProblems(ctx: Context): Promise<Findings> {
  const health = await readHealth(ctx);
  if (!health.checks.database) throw new Error("the database is unavailable, so problems can't be looked for");
  const [{ at }] = await ctx.db.sql<[{ at: Date }]>`select now() as at`;
  const host = hostname();
  const disk = checkDiskSpace(ctx.settings.dataFolder);
  const certificate = await checkCertificate(ctx.settings.appUrl);
  return {
    at,
    host,
    problems: [
      ...healthProblems(health),
      ...(disk && !disk.isEnough ? [diskProblem(host)] : []),
      ...(certificate.problem ? [{ ...OF_ALL, kind: "certificate" as const, ...certificate.problem }] : []),
      ...(await chainProblems(ctx)),
      ...(await endpointProblems(ctx)),
      ...(await findRateProblems(ctx)),
    ],
    unchecked: [...(disk ? [] : ["disk" as const]), ...(certificate.isKnown ? [] : ["certificate" as const])],
  };
}

function healthProblems({ checks, jobLagSeconds, backupAgeSeconds }: Health): Problem[] {
  const problems: Problem[] = [];
  if (checks.chain === false) {
    const message = "Live payments aren't confirmed at the moment: the blockchain can't be read.";
    problems.push({ ...OF_ALL, kind: "chain", message, ending: "Live payments are confirmed again." });
  }
  if (!checks.jobs) {
    const message = `Background jobs are ${Math.round(jobLagSeconds ?? 0)} seconds late.`;
    problems.push({ ...OF_ALL, kind: "jobs", message, ending: "Background jobs run on time again." });
  }
  if (checks.backup === false) {
    const message = `No backup was made in the last ${Math.round((backupAgeSeconds ?? 0) / 3_600)} hours.`;
    problems.push({ ...OF_ALL, kind: "backup", message, ending: "The last backup is recent again." });
  }
  return problems;
}

/** Each machine has a disk of its own. */
function diskProblem(host: string): Problem {
  return {
    ...OF_ALL,
    kind: "disk",
    subject: host,
    message: `The disk of the data folder on ${host} is almost full: less than 1 GiB is free.`,
    ending: `The alarm about the disk of the data folder on ${host} is over.`,
  };
}

const WALLET_ENDINGS: Record<string, string> = {
  pool_low: "Your receiving wallet has enough free addresses again.",
  pool_empty: "Your receiving wallet has free addresses again.",
};

/** Alarms of the blockchain reader: the operator's, and those about a business's wallet. */
async function chainProblems({ db, settings }: Context): Promise<Problem[]> {
  if (!settings.network) return [];
  const rows = await db.sql<{ kind: string; message: string; merchantId: string | null }[]>`
    select kind, message, merchant_id as "merchantId" from chain_alarms
     where network = ${settings.network.id} and cleared_at is null
     order by kind, merchant_id`;
  return rows.map(({ kind, message, merchantId }) =>
    merchantId === null
      ? { ...OF_ALL, kind: "chain_alarm" as const, subject: kind, message, ending: `The alarm ${kind} is over.` }
      : {
          merchantId,
          environment: "live" as const,
          kind: "wallet" as const,
          subject: kind,
          message,
          level: 1,
          ending: WALLET_ENDINGS[kind] ?? "An alarm about your receiving wallet is over.",
          path: `/dashboard/${merchantId}/live/settlement${kind === "ledger_differs" ? "/funds" : ""}`,
        },
  );
}

type FailingEndpoint = {
  id: string;
  merchantId: string;
  environment: Environment;
  url: string;
  disabledReason: string | null;
  isOff: boolean;
  failures: number;
};

/**
 * Counts attempts that have ended: one under way has its number already. Deliveries that wait for a retry are read
 * first.
 */
async function endpointProblems({ db }: Context): Promise<Problem[]> {
  const rows = await db.sql<FailingEndpoint[]>`
    select p.id, p.merchant_id as "merchantId", p.environment, p.url, p.disabled_at is not null as "isOff",
           p.disabled_reason as "disabledReason",
           (select coalesce(sum(w.failures), 0)::int
              from (select d.attempts - d.series_base - (d.leased_until is not null)::int as failures
                      from webhook_deliveries d
                     where d.endpoint_id = p.id and d.status = 'pending'
                       and d.attempts - d.series_base > (d.leased_until is not null)::int
                     order by d.next_attempt_at desc limit ${MOST_WAITING}) w) as failures
      from webhook_endpoints p
     where (p.failing_since is not null and p.disabled_at is null) or p.disabled_reason in ('gone', 'failing')`;
  return rows.map(({ id, merchantId, environment, url, isOff, disabledReason, failures }) => {
    const name = `Your webhook endpoint at ${new URL(url).host}`;
    const reason = disabledReason === "gone" ? "it answered 410 Gone" : "it kept failing";
    return {
      merchantId,
      environment,
      kind: "endpoint",
      subject: id,
      path: `/dashboard/${merchantId}/${environment}/webhooks/${id}`,
      level: endpointLevel({ failures, isOff }),
      message: isOff
        ? `${name} was disabled because ${reason}.`
        : `${name} is failing. Events wait and are sent again.`,
      ending: `${name} ${WORKS_AGAIN}`,
    };
  });
}
