import { ChevronRight } from "lucide-react";
import type { Metadata } from "next";
import { type DashboardParams, keypadPath } from "@/components/shell/paths";
import { NoTerminal } from "@/components/terminals/no-terminal";
import { EmptyState } from "@/components/ui/empty-state";
import { Link } from "@/components/ui/link";
import { PageHeader } from "@/components/ui/page-header";
import { listActiveTerminals } from "@/lib/business/terminals/list-names";
import { requireMember } from "@/lib/service/auth/member";
import { terminalsMessages } from "@/lib/service/messages/en/terminals";

const messages = terminalsMessages.chooseKeypad;

export const metadata: Metadata = { title: messages.title };

/** The keypads of a member's terminals, for those who charge at several. */
export default async function Page({ params }: PageProps<"/dashboard/[merchant]/[environment]/keypad">) {
  const { ctx, merchant, environment, can } = await requireMember(params, "payments.charge");
  const terminals = await listActiveTerminals(ctx);
  return (
    <>
      <PageHeader title={messages.title} description={messages.description} />
      {terminals.length === 0 ? (
        <NoKeypad dashboard={{ merchant: merchant.id, environment }} manages={can("terminals.manage")} />
      ) : (
        <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
          {terminals.map(({ id, name }) => (
            <li key={id}>
              <Link
                href={keypadPath(id, environment)}
                prefetch={false}
                className="flex min-h-16 items-center justify-between gap-3 rounded-till border border-ink/25 bg-card px-4 text-16 font-medium hover:border-ink/60"
              >
                <span className="line-clamp-2 wrap-anywhere">{name}</span>
                <ChevronRight
                  aria-hidden="true"
                  strokeWidth={1.5}
                  className="size-5 shrink-0 text-ink-2 rtl:-scale-x-100"
                />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function NoKeypad({ dashboard, manages }: { dashboard: DashboardParams; manages: boolean }) {
  if (manages) return <NoTerminal dashboard={dashboard} manages seesAll />;
  return <EmptyState title={messages.empty.title}>{messages.empty.text}</EmptyState>;
}
