import type { Route } from "next";
import { Link } from "@/components/ui/link";
import { LinkHint } from "@/components/ui/link-hint";
import type { EndpointRow } from "@/lib/delivery/endpoints/list";
import { webhooksMessages } from "@/lib/service/messages/en/webhooks";
import { EndpointName } from "./endpoint-name";
import { HealthBadge, HealthSentence } from "./health";

const { endpoints: words } = webhooksMessages;

type Props = { endpoint: EndpointRow; href: Route; zone: string; now: string };

/** An endpoint in the list: URL, health and configuration. The whole card links to its page. */
export function EndpointCard({ endpoint, href, zone, now }: Props) {
  const { url, health, terminal, eventTypes, waiting, createdBy } = endpoint;
  const facts = [
    terminal ? terminal.name : words.allTerminals,
    words.eventCount(eventTypes.length),
    waiting > 0 && words.pendingCount(waiting),
    createdBy !== null && words.createdBy(createdBy.name),
  ].filter((fact) => fact !== false);
  return (
    <li className="relative flex min-w-0 flex-col gap-2 rounded-till border bg-card p-5 transition-colors duration-150 hover:border-ink/50">
      <div className="flex min-w-0 flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <Link
          href={href}
          className="max-w-full min-w-0 text-14 after:absolute after:inset-0 after:rounded-till focus-visible:outline-0 focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-verdigris"
        >
          <EndpointName url={url} />
          <LinkHint />
        </Link>
        <HealthBadge health={health} />
      </div>
      <p className="text-14 text-pretty text-ink-2">
        <HealthSentence health={health} zone={zone} now={now} />
      </p>
      <p className="text-14 wrap-anywhere text-ink-2">{facts.join(" · ")}</p>
    </li>
  );
}
