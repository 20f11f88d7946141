import { cookies, headers } from "next/headers";
import { z } from "zod";
import { currentUser } from "@/lib/auth/session";
import { type Context, ENVIRONMENTS, type Environment, publicContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import { DEVICE_DAYS } from "@/lib/devices/life";
import { openDeviceLink } from "@/lib/devices/open";
import { env } from "@/lib/env";
import { openTillForDevice } from "@/lib/pos/open-for-device";
import { openTillForMember } from "@/lib/pos/open-for-member";
import type { TillContext } from "@/lib/pos/till";

/** The terminal and environment in a keypad's address. */
const TillScope = z.object({ terminal: z.guid(), environment: z.enum(ENVIRONMENTS) });

/** The register session of this request: of a linked device, else of a signed-in member who may charge. */
export async function findTill(scope: unknown): Promise<TillContext | null> {
  const parsed = TillScope.safeParse(scope);
  if (!parsed.success) return null;
  const { environment } = parsed.data;
  const terminalId = parsed.data.terminal.toLowerCase();
  const address = (await headers()).get("x-real-ip") ?? "unknown";
  const secret = (await cookies()).get(deviceCookie(environment))?.value;
  if (secret) {
    const wanted = { terminalId, environment, address };
    const till = await openTillForDevice(publicContext(database()), secret, wanted);
    if (till) return till;
  }
  const user = await currentUser();
  return user ? openTillForMember(user.ctx, terminalId, environment) : null;
}

/** The environment in which a terminal's keypad opens: that of the linked device, or the member's last one. */
export async function findTillEnvironment(terminal: string): Promise<Environment | null> {
  const kept = await cookies();
  const lastPlace = kept.get("till-place")?.value ?? "";
  const linked = ENVIRONMENTS.filter((environment) => kept.has(deviceCookie(environment)));
  const wanted: Environment[] = lastPlace.endsWith("/live") ? ["live", "sandbox"] : ["sandbox", "live"];
  for (const environment of [...linked, ...wanted]) {
    if (await findTill({ terminal, environment })) return environment;
  }
  return null;
}

export const OpenDeviceInput = z.object({ token: z.string().max(200) });

/**
 * Links this device to the terminal of the link, and gives it a secret that is sent only to that keypad's addresses.
 * Returns the keypad's path. Error: `link_ended`.
 */
export async function openDeviceHere(
  ctx: Context,
  { token }: z.output<typeof OpenDeviceInput>,
  { address }: { address: string },
): Promise<{ path: string }> {
  const device = await openDeviceLink(ctx, { token, address });
  await keepDevice(device, device.deviceSecret);
  return { path: `/pos/${device.terminalId}/${device.environment}` };
}

async function keepDevice(till: { terminalId: string; environment: Environment }, secret: string): Promise<void> {
  (await cookies()).set(deviceCookie(till.environment), secret, {
    path: `/pos/${till.terminalId}`,
    httpOnly: true,
    sameSite: "lax",
    secure: env().APP_URL.startsWith("https:"),
    maxAge: DEVICE_DAYS * 86_400,
  });
}

/** Renews the secret's cookie while the device is in use. For routes, since pages cannot set cookies. */
export async function keepDeviceLonger({ actor, terminalId, environment }: TillContext): Promise<void> {
  const secret = (await cookies()).get(deviceCookie(environment))?.value;
  if (actor.type === "device" && secret) await keepDevice({ terminalId, environment }, secret);
}

function deviceCookie(environment: Environment): string {
  return `till-device-${environment}`;
}
