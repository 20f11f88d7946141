import {
  presentCreatedEndpoint,
  presentEndpoint,
  presentEndpoints,
  presentRotatedEndpoint,
  presentTestEvent,
} from "@/lib/delivery/endpoints/present";
import { EXAMPLE_SECRET } from "@/lib/service/api/openapi/examples";

/*
 * The examples of webhook endpoints, produced by the functions that produce the real responses.
 */

const ENDPOINT = {
  id: "e2d4b6a8-1c3f-4e5a-8b7d-9f0c2e4a6b8d",
  url: "https://shop.example/webhooks",
  eventTypes: ["payment.success" as const, "payment.expired" as const],
  terminal: null,
  health: { state: "new" as const },
  createdAt: new Date("2026-03-01T11:00:00.000Z"),
};
const ORIGIN = { environment: "sandbox" as const };

export const EXAMPLE_ENDPOINT_ID = ENDPOINT.id;

export const exampleEndpoint = () => presentEndpoint(ENDPOINT, ORIGIN);

export const exampleEndpoints = () => presentEndpoints([ENDPOINT], ORIGIN);

export const exampleCreatedEndpoint = () =>
  presentCreatedEndpoint({ endpoint: ENDPOINT, secret: EXAMPLE_SECRET }, ORIGIN);

export const exampleRotatedEndpoint = () =>
  presentRotatedEndpoint(
    { endpoint: ENDPOINT, secret: EXAMPLE_SECRET, takesOverAt: new Date("2026-03-02T12:00:00.000Z") },
    ORIGIN,
  );

export const exampleTestEvent = () =>
  presentTestEvent({
    eventId: "9f8b4f0e-5a0d-4d0c-8f0a-1d2e3f4a5b6c",
    delivered: true,
    status: 204,
    errorClass: null,
  });
