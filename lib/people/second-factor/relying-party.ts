import type { Settings } from "@/lib/base/context/settings";

/** For whom passkeys are made: the host and the origin of `APP_URL`. A passkey works for this host only. */
export function relyingParty({ appName, appUrl }: Settings): { id: string; origin: string; name: string } {
  const { hostname, origin } = new URL(appUrl);
  return { id: hostname, origin, name: appName };
}
