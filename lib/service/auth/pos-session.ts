import { cookies, headers } from "next/headers";
import { z } from "zod";
import { type Context, ENVIRONMENTS, type Environment, publicContext } from "@/lib/base/context/context";
import { database } from "@/lib/base/db/client";
import { env } from "@/lib/base/process/env";
import { DEVICE_DAYS } from "@/lib/business/devices/find";
import { openDeviceLink } from "@/lib/business/devices/open";
import type { PosContext } from "@/lib/payments/pos/context";
import { openPosForDevice } from "@/lib/payments/pos/open-for-device";
import { openPosForMember } from "@/lib/payments/pos/open-for-member";
import { ownCookie, ownSecret } from "@/lib/service/auth/own-cookie";
import { currentUser } from "@/lib/service/auth/session";

/** The parts of a keypad's path that identify it. */
const PosAddress = z.object({ terminal: z.guid(), environment: z.enum(ENVIRONMENTS) });

/** The register session for a keypad's path: of its linked device, else of a signed-in member who may charge there. */
export async function findPosSession(params: unknown): Promise<PosContext | null> {
  const parsed = PosAddress.safeParse(params);
  if (!parsed.success) return null;
  const { environment } = parsed.data;
  const terminalId = parsed.data.terminal.toLowerCase();
  const address = (await headers()).get("x-real-ip") ?? "unknown";
  const secret = ownSecret(await cookies(), deviceCookie(environment));
  if (secret) {
    const wanted = { terminalId, environment, address };
    const pos = await openPosForDevice(publicContext(database()), secret, wanted);
    if (pos) return pos;
  }
  const user = await currentUser();
  return user ? openPosForMember(user.ctx, terminalId, environment) : null;
}

/** The environment in which a terminal's keypad opens: the device's, or the one a member used last. Null: no access. */
export async function findPosEnvironment(terminal: string): Promise<Environment | null> {
  const kept = await cookies();
  const lastDashboard = kept.get(ownCookie("till-place"))?.value ?? "";
  const linked = ENVIRONMENTS.filter((environment) => ownSecret(kept, deviceCookie(environment)));
  const wanted: Environment[] = lastDashboard.endsWith("/live") ? ["live", "sandbox"] : ["sandbox", "live"];
  for (const environment of [...linked, ...wanted]) {
    if (await findPosSession({ terminal, environment })) return environment;
  }
  return null;
}

export const OpenDeviceInput = z.object({ token: z.string().max(200) });

/**
 * Links the requesting device and stores its secret in a cookie for the keypad's paths only. Returns the keypad's path.
 * Error: `link_ended`.
 */
export async function openDeviceHere(
  ctx: Context,
  { token }: z.output<typeof OpenDeviceInput>,
  { address }: { address: string },
): Promise<{ path: string }> {
  const device = await openDeviceLink(ctx, { token, address });
  await setDeviceCookie(device, device.deviceSecret);
  return { path: `/pos/${device.terminalId}/${device.environment}` };
}

async function setDeviceCookie(pos: { terminalId: string; environment: Environment }, secret: string): Promise<void> {
  (await cookies()).set(ownCookie(deviceCookie(pos.environment)), secret, {
    path: `/pos/${pos.terminalId}`,
    httpOnly: true,
    sameSite: "lax",
    secure: env().APP_URL.startsWith("https:"),
    maxAge: DEVICE_DAYS * 86_400,
  });
}

/** Renews the cookie of a device in use. Only for routes, since pages cannot set cookies. */
export async function renewDeviceCookie({ actor, terminalId, environment }: PosContext): Promise<void> {
  const secret = ownSecret(await cookies(), deviceCookie(environment));
  if (actor.type === "device" && secret) await setDeviceCookie({ terminalId, environment }, secret);
}

function deviceCookie(environment: Environment): string {
  return `till-device-${environment}`;
}
