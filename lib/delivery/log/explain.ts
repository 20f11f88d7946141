import { formatElapsed, formatTimeUntil } from "@/lib/delivery/sending/span-labels";

type AttemptFacts = {
  url: string;
  status: number | null;
  errorClass: string | null;
  durationMs: number;
  isTest: boolean;
};

export type DeliveryFacts = {
  status: "pending" | "delivered" | "failed";
  attempts: number;
  attemptsLeft: number;
  underWay: boolean;
  nextInSeconds: number | null;
  isTest: boolean;
  /** the endpoint is disabled */
  off: boolean;
};

type Explained = { happened: string; advice: string };

const host = ({ url }: AttemptFacts) => (URL.canParse(url) ? new URL(url).host : url);
const name = ({ url }: AttemptFacts) => (URL.canParse(url) ? new URL(url).hostname : url);
const responded = ({ status, durationMs }: AttemptFacts) =>
  `Your server responded with ${status} after ${formatElapsed(durationMs)}.`;

/** What happened in an attempt, by its error class, and what the reader can do about it. */
const CLASSES: Record<string, (facts: AttemptFacts) => Explained> = {
  http_status: (facts) => ({ happened: responded(facts), advice: adviceOn(facts.status ?? 0) }),
  redirect: (facts) => ({
    happened: `Your server redirected to another URL (${facts.status}).`,
    advice:
      "Webhooks don't follow redirects. Edit the endpoint and enter the final URL. Check for http instead of https, or a missing slash at the end.",
  }),
  gone: ({ isTest }) => ({
    happened: "Your server responded with 410 Gone.",
    advice: isTest
      ? "This response to any other event disables the endpoint. Respond with a 2xx status instead."
      : "The endpoint is now disabled. If this was a mistake, respond with a 2xx status and enable the endpoint again.",
  }),
  timeout: () => ({
    happened: "Your server didn't complete its response within 10\u00a0s.",
    advice: "Respond with a 2xx status as soon as you've stored the event, and process it afterwards.",
  }),
  dns: (facts) => ({
    happened: `The host ${name(facts)} couldn't be found.`,
    advice: "Check the URL for typos, and make sure that the host has a DNS record.",
  }),
  refused: (facts) => ({
    happened: `${host(facts)} refused the connection.`,
    advice: "Nothing is listening there. Start your server, and check the port in the URL.",
  }),
  connect_timeout: (facts) => ({
    happened: `${host(facts)} couldn't be reached within 5\u00a0s.`,
    advice: "A firewall may be blocking the connection. Allow connections from this server.",
  }),
  tls: (facts) => ({
    happened: `No secure connection to ${host(facts)} could be made.`,
    advice: "Check that the port expects HTTPS, and that your server supports TLS 1.2 or later.",
  }),
  tls_name: (facts) => ({
    happened: `The certificate of ${host(facts)} is for another host name.`,
    advice: `Install a certificate that includes ${name(facts)}, or use the name in the certificate as the URL's host.`,
  }),
  tls_expired: (facts) => ({
    happened: `The certificate of ${host(facts)} has expired.`,
    advice: "Renew the certificate and reload your server, so that it presents the new one.",
  }),
  tls_not_yet_valid: (facts) => ({
    happened: `The certificate of ${host(facts)} isn't valid yet.`,
    advice: "Check the certificate's start date and the clocks of the machines.",
  }),
  tls_self_signed: (facts) => ({
    happened: `The certificate of ${host(facts)} is self-signed.`,
    advice: "Use a certificate from a public certificate authority, such as Let's Encrypt.",
  }),
  tls_authority: (facts) => ({
    happened: `The certificate of ${host(facts)} isn't from a trusted certificate authority.`,
    advice:
      "Let your server send the intermediate certificates too (the full chain), and use a certificate from a public authority.",
  }),
  reset: () => ({
    happened: "The connection closed before a response arrived.",
    advice: "Check your server's log for a crash at this time, and any proxy in front of your server.",
  }),
  blocked_address: (facts) => ({
    happened: `${name(facts)} resolves to an address that can't receive webhooks.`,
    advice: "The address is private or reserved. Use a server that's reachable from the internet.",
  }),
  invalid_url: () => ({
    happened: "The endpoint's URL is no longer allowed.",
    advice: "Edit the endpoint and enter a valid URL.",
  }),
  invalid_response: () => ({
    happened: "The response wasn't valid HTTP.",
    advice: "Another service may be listening on this port, or the URL mixes up http and https.",
  }),
  secret_unavailable: () => ({
    happened: "The endpoint's signing secret couldn't be decrypted, so nothing was sent.",
    advice: "Ask the operator of this installation to restore the previous ENCRYPTION_KEY.",
  }),
  endpoint_disabled: () => ({
    happened: "The endpoint was disabled, so this event wasn't sent.",
    advice: "Enable the endpoint, then resend the event.",
  }),
};

/** One attempt in plain words. An unknown error class gets a general sentence. */
export function explainAttempt(facts: AttemptFacts): Explained {
  if (facts.errorClass === null) return { happened: responded(facts), advice: "" };
  const explain = CLASSES[facts.errorClass];
  if (explain) return explain(facts);
  return {
    happened: `The event wasn't delivered (${facts.errorClass}).`,
    advice: "Check the request and response below.",
  };
}

/** What happens next with a delivery. */
export function explainNext(delivery: DeliveryFacts): string {
  const { status, attempts, attemptsLeft, underWay, nextInSeconds, off, isTest } = delivery;
  if (status === "delivered") return "No further attempts are needed.";
  if (status === "failed") {
    if (off) return "Events aren't sent while the endpoint is disabled.";
    if (attempts === 0) return "The event wasn't sent.";
    if (isTest) return "Test events aren't retried.";
    return `Retries stopped after ${attempts === 1 ? "1 attempt" : `${attempts} attempts`}.`;
  }
  if (underWay) return "An attempt is in progress.";
  if (!nextInSeconds) return attempts === 0 ? "The event is about to be sent." : "The next attempt is about to start.";
  const time = formatTimeUntil(nextInSeconds);
  return attemptsLeft <= 1 ? `Last attempt in ${time}.` : `Next attempt in ${time}. ${attemptsLeft} attempts left.`;
}

function adviceOn(status: number): string {
  switch (status) {
    case 400:
    case 422:
      return "Your server rejected the request as malformed. Parse the raw body as JSON, and don't require fields that aren't documented.";
    case 401:
    case 403:
      return "If your signature check failed, compare the secret and verify the raw body. Otherwise exempt this URL from your login or firewall.";
    case 404:
      return "No route matches this path. Compare the URL with the routes in your code.";
    case 405:
      return "The path exists but doesn't accept POST. Add a POST route.";
    case 413:
      return "Your server rejected the body as too large. Events are a few kilobytes at most.";
    case 429:
      return "Your server is rate limiting webhooks. Exempt this URL from the limit.";
    case 502:
    case 503:
    case 504:
      return "The proxy in front of your server got no response. Check that your server is running.";
  }
  if (status >= 500) return "Check your server's log at this time for the event ID.";
  return "Any 2xx status counts as delivered. Respond with one as soon as you've stored the event.";
}
