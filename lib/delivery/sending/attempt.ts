import type { Settings } from "@/lib/base/context/settings";
import type { PostResult } from "@/lib/base/http/post";
import { parseRetryAfter } from "@/lib/base/http/retry-after";
import { log } from "@/lib/base/process/log";
import { addStatus, hostAttributes, inSpan, markFailed } from "@/lib/base/process/tracing";
import { openWebhookSecrets } from "@/lib/delivery/endpoints/secrets";
import { TEST_EVENT } from "@/lib/delivery/events/catalog";
import { deliveryHeaders, packSignatures } from "@/lib/delivery/events/sign";
import type { ClaimedDelivery } from "@/lib/delivery/sending/claim";
import { classifyAnswer, nextAttemptDelayMs } from "@/lib/delivery/sending/retry";
import type { Sender, SendRequest } from "@/lib/delivery/sending/send";

export type AttemptResult = {
  deliveryId: string;
  endpointId: string;
  /** where it was sent; the endpoint may have another URL by now */
  url: string;
  attempt: number;
  lease: string;
  startedAt: Date;
  durationMs: number;
  /** null when the secret could not be opened, and nothing was sent */
  signatures: Buffer | null;
  status: number | null;
  errorClass: string | null;
  excerpt: string;
  outcome: "delivered" | "retry" | "failed";
  /** delay before the next attempt; null when there is none */
  delayMs: number | null;
  /** the receiver responded with 410 Gone */
  gone: boolean;
  /** the endpoint was failing when this attempt started */
  wasFailing: boolean;
  /** of a test event, which counts for neither the endpoint's health nor its other deliveries */
  isTest: boolean;
};

/** Signs and sends a claimed delivery once and decides what follows; null if it couldn't be sent yet. Never throws. */
export async function attemptOnce(
  { webhooks }: Settings,
  claimed: ClaimedDelivery,
  sender: Sender,
): Promise<AttemptResult | null> {
  const delaysSeconds = webhooks.retryDelaysSeconds;
  const startedAt = new Date();
  const base = {
    deliveryId: claimed.id,
    endpointId: claimed.endpointId,
    url: claimed.url,
    attempt: claimed.attempt,
    lease: claimed.lease,
    startedAt,
    wasFailing: claimed.failing,
    isTest: claimed.eventType === TEST_EVENT,
  };
  let headers: ReturnType<typeof deliveryHeaders>;
  try {
    headers = deliveryHeaders({
      eventId: claimed.eventId,
      eventType: claimed.eventType,
      environment: claimed.environment,
      body: claimed.body,
      secrets: openWebhookSecrets(claimed),
      now: startedAt,
    });
  } catch (error) {
    log().error({ endpointId: claimed.endpointId, err: error }, "the webhook secret cannot be opened");
    const answer = { status: null, errorClass: "secret_unavailable", excerpt: "", durationMs: 0, signatures: null };
    return { ...base, ...answer, ...follow(claimed, delaysSeconds, null, null), gone: false };
  }
  const { endpointId, url, environment, body } = claimed;
  const sent = await sendInSpan(sender, claimed, { endpointId, url, environment, headers, body });
  if (sent === null) return null;
  const retryAfterSeconds = parseRetryAfter(sent.responseHeaders.retryAfter, new Date());
  return {
    ...base,
    durationMs: Math.round(sent.durationMs),
    signatures: packSignatures(headers),
    status: sent.status,
    errorClass: sent.errorClass ?? (sent.status !== null ? classOf(sent.status) : null),
    excerpt: sent.responseExcerpt,
    ...follow(claimed, delaysSeconds, sent.errorClass === null ? sent.status : null, retryAfterSeconds),
    gone: sent.status !== null && classifyAnswer(sent.status) === "gone",
  };
}

/** The receiver gets no trace header, since it belongs to someone else. */
function sendInSpan(sender: Sender, claimed: ClaimedDelivery, request: SendRequest): Promise<PostResult | null> {
  const attributes = () => ({
    ...hostAttributes(request.url),
    "http.request.method": "POST",
    "till.environment": request.environment,
    "till.webhook.attempt": claimed.attempt,
    "till.webhook.delivery_id": claimed.id,
    "till.webhook.event_type": claimed.eventType,
  });
  return inSpan("POST webhook", { kind: "client", attributes }, async (span) => {
    const sent = await sender.send(request);
    if (sent?.status) addStatus(span, sent.status, 400);
    else markFailed(span, sent?.errorClass ?? "not_sent");
    return sent;
  });
}

function classOf(status: number): string | null {
  const answer = classifyAnswer(status);
  return answer === "success" ? null : answer === "failure" ? "http_status" : answer;
}

function follow(
  claimed: ClaimedDelivery,
  delaysSeconds: readonly number[],
  status: number | null,
  retryAfterSeconds: number | null,
): Pick<AttemptResult, "outcome" | "delayMs"> {
  const answer = status === null ? "failure" : classifyAnswer(status);
  if (answer === "success") return { outcome: "delivered", delayMs: null };
  if (answer === "gone" || claimed.eventType === TEST_EVENT) return { outcome: "failed", delayMs: null };
  const delayMs = nextAttemptDelayMs({
    attempt: claimed.attemptInSeries,
    delaysSeconds,
    retryAfterSeconds,
    random: Math.random(),
  });
  return delayMs === null ? { outcome: "failed", delayMs: null } : { outcome: "retry", delayMs };
}
