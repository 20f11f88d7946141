import { StatusBadge } from "@/components/ui/status-badge";
import { Time } from "@/components/ui/time";
import type { EndpointHealth } from "@/lib/delivery/endpoints/health";
import { webhooksMessages } from "@/lib/service/messages/en/webhooks";

const { health: words } = webhooksMessages;

/** An endpoint's health as a badge. */
export function HealthBadge({ health }: { health: EndpointHealth }) {
  switch (health.state) {
    case "new":
      return <StatusBadge status="pending" words={words.new.badge} />;
    case "healthy":
      return <StatusBadge status="healthy" />;
    case "failing":
      return <StatusBadge status="failing" />;
    case "off":
      return <StatusBadge status="disabled" words={words.off.badge} />;
  }
}

type Props = { health: EndpointHealth; zone: string; now: string };

/** An endpoint's health in a sentence: since when, why and what follows. */
export function HealthSentence({ health, zone, now }: Props) {
  const time = (at: Date, form?: "relative" | "date") => (
    <Time iso={at.toISOString()} zone={zone} now={now} form={form} className="relative" />
  );
  switch (health.state) {
    case "new":
      return <span>{words.new.text}</span>;
    case "healthy":
      return (
        <span>
          {words.healthy.before} {time(health.lastSuccessAt, "relative")}
          <span>{words.healthy.after}</span>
        </span>
      );
    case "failing":
      return (
        <span>
          {words.failing.before} {time(health.since)}
          <span>{words.failing.after}</span>
        </span>
      );
    case "off":
      return (
        <span>
          <span>{`${words.off.before[health.reason]} `}</span>
          {time(health.since, "date")}
          <span>{words.off.after}</span>
        </span>
      );
  }
}
