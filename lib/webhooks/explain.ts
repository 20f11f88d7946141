import { tookWords, untilWords } from "@/lib/webhooks/span-words";

type AttemptFacts = {
  url: string;
  status: number | null;
  errorClass: string | null;
  durationMs: number;
};

export type DeliveryFacts = {
  status: "pending" | "delivered" | "failed";
  attempts: number;
  attemptsLeft: number;
  underWay: boolean;
  nextInSeconds: number | null;
  /** the endpoint was switched off */
  off: boolean;
};

type Explained = { happened: string; advice: string };

const took = ({ durationMs }: AttemptFacts) => tookWords(durationMs);
const host = ({ url }: AttemptFacts) => (URL.canParse(url) ? new URL(url).host : url);
const name = ({ url }: AttemptFacts) => (URL.canParse(url) ? new URL(url).hostname : url);
const answered = (facts: AttemptFacts) => `Your server answered ${facts.status} after ${took(facts)}.`;

/** What came of an attempt, by its class, and what the reader can do about it. */
const CLASSES: Record<string, (facts: AttemptFacts) => Explained> = {
  http_status: (facts) => ({ happened: answered(facts), advice: adviceOn(facts.status ?? 0) }),
  redirect: (facts) => ({
    happened: `Your server sent us to another address (${facts.status}).`,
    advice:
      "Webhooks follow no redirect. Enter the final address in this endpoint's settings; look for http or a missing slash at the end.",
  }),
  gone: () => ({
    happened: "Your server answered 410: it wants nothing more.",
    advice: "We have switched the endpoint off. If that was a mistake, let it answer 2xx and switch it on again.",
  }),
  timeout: () => ({
    happened: "Your server did not finish its answer within 10\u00a0s.",
    advice: "Answer 2xx as soon as you have stored the event, and do the work afterwards.",
  }),
  dns: (facts) => ({
    happened: `The name ${name(facts)} could not be found.`,
    advice: "Look for a typing error in the address, and whether the name's DNS record exists.",
  }),
  refused: (facts) => ({
    happened: `${host(facts)} refused the connection.`,
    advice: "Nothing listens there. Start your server, and compare the port with the one in the address.",
  }),
  connect_timeout: (facts) => ({
    happened: `${host(facts)} could not be reached within 5\u00a0s.`,
    advice: "A firewall may drop what we send. Let connections from this server through.",
  }),
  tls: (facts) => ({
    happened: `The certificate of ${host(facts)} cannot be trusted.`,
    advice: "It may have run out, belong to another name, or lack its chain. Check it as any browser would see it.",
  }),
  reset: () => ({
    happened: "The connection broke off before an answer came.",
    advice: "Look in your server's log for a crash at this time, and at a proxy in front of it.",
  }),
  blocked_address: (facts) => ({
    happened: `${name(facts)} leads to an address that webhooks do not go to.`,
    advice: "It is private or reserved for network services. Use a server that the internet can reach.",
  }),
  invalid_url: () => ({
    happened: "The endpoint's address no longer holds to the rules.",
    advice: "Enter it again in the endpoint's settings.",
  }),
  invalid_response: () => ({
    happened: "What came back was no HTTP answer.",
    advice: "Something else listens on this port, or http and https are mixed up in the address.",
  }),
  secret_unavailable: () => ({
    happened: "We could not open this endpoint's secret, so nothing was sent.",
    advice: "The operator of this installation has to give the server its former ENCRYPTION_KEY.",
  }),
  endpoint_disabled: () => ({
    happened: "The endpoint was switched off, so this was not sent.",
    advice: "Switch the endpoint on, then send it again.",
  }),
};

/** One attempt in plain words. Whatever class comes, there is a sentence for it. */
export function explainAttempt(facts: AttemptFacts): Explained {
  if (facts.errorClass === null)
    return { happened: `Received: ${answered(facts).replace("Your", "your")}`, advice: "" };
  const explain = CLASSES[facts.errorClass];
  if (explain) return explain(facts);
  return {
    happened: `It was not received (${facts.errorClass}).`,
    advice: "Look at the request and the answer below.",
  };
}

/** What we do next about a delivery. */
export function explainNext(delivery: DeliveryFacts): string {
  const { status, attempts, attemptsLeft, underWay, nextInSeconds, off } = delivery;
  if (status === "delivered") return "This event does not come again to this endpoint.";
  if (status === "failed") {
    if (off) return "Nothing is sent while the endpoint is switched off.";
    if (attempts === 0) return "It has not been sent.";
    return `We have stopped trying after ${timesWords(attempts)}.`;
  }
  if (underWay) return "An attempt is under way.";
  if (!nextInSeconds) return attempts === 0 ? "It is about to be sent." : "The next attempt is about to begin.";
  const more = attemptsLeft <= 1 ? "one last time" : `${COUNTS[attemptsLeft] ?? attemptsLeft} times more`;
  return `We try again in ${untilWords(nextInSeconds)}, ${more}.`;
}

const COUNTS = ["no", "one", "two", "three", "four", "five", "six"];

function timesWords(attempts: number): string {
  return attempts === 1 ? "one attempt" : `${COUNTS[attempts] ?? attempts} attempts`;
}

function adviceOn(status: number): string {
  switch (status) {
    case 400:
    case 422:
      return "Your code took the request for malformed. Read the raw body as JSON and do not insist on fields of your own.";
    case 401:
    case 403:
      return "If your check of the signature refused it, compare the secret and verify the raw bytes. Otherwise let us past your login or firewall.";
    case 404:
      return "Nothing answers at this path. Compare it with the route in your code.";
    case 405:
      return "The path exists but takes no POST. Register the route for POST.";
    case 413:
      return "Your server takes only smaller bodies. Events are a few kilobytes at most.";
    case 429:
      return "Your server asks for fewer requests. Take webhooks off its rate limit.";
    case 502:
    case 503:
    case 504:
      return "The proxy in front of your server got no answer from it. See whether the server behind it is running.";
  }
  if (status >= 500) return "Your code failed on it. Look in your server's log at this time, by the event id.";
  return "Any 2xx counts as received. Answer with one as soon as you have stored the event.";
}
