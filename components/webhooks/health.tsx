import { StatusBadge } from "@/components/ui/status-badge";
import { Time } from "@/components/ui/time";
import type { EndpointHealth } from "@/lib/webhooks/health";

/** How an endpoint stands, as a word and a mark. */
export function HealthBadge({ health }: { health: EndpointHealth }) {
  switch (health.state) {
    case "new":
      return <StatusBadge status="pending" words="Nothing sent yet" />;
    case "healthy":
      return <StatusBadge status="healthy" />;
    case "failing":
      return <StatusBadge status="failing" />;
    case "off":
      return <StatusBadge status="disabled" words="Switched off" />;
  }
}

type Props = { health: EndpointHealth; zone: string; now: string };

/** The same in a sentence: since when, why, and what follows. */
export function HealthSentence({ health, zone, now }: Props) {
  const time = (at: Date, form?: "relative" | "date") => (
    <Time iso={at.toISOString()} zone={zone} now={now} form={form} className="relative" />
  );
  switch (health.state) {
    case "new":
      return "Send a test ping to see whether it arrives.";
    case "healthy":
      return <>Last received {time(health.lastSuccessAt, "relative")}.</>;
    case "failing":
      return <>Nothing has been received since {time(health.since)}. After five days of this it is switched off.</>;
    case "off":
      return (
        <>
          {OFF_WORDS[health.reason]} on {time(health.since, "date")}. What happens meanwhile is kept and can be sent
          later.
        </>
      );
  }
}

const OFF_WORDS = {
  gone: "Its server answered 410, which asks for nothing more, and it was switched off",
  failing: "After five days of nothing but failures it was switched off",
  manual: "Somebody of your team switched it off",
};
