import type { Role } from "@/lib/base/values/permissions";
import { grantableScopes, type Scope } from "@/lib/base/values/scopes";

type Facts = {
  scopes: readonly Scope[];
  endsAt: Date | null;
  /** null: who made it is no longer in the business */
  makerRole: Role | null;
};

/**
 * `reduced`: its maker's role doesn't allow the scopes in `missing`, `stopped`: it allows none, or they have left.
 * Rotating the key makes the member who does it its maker.
 */
export type RestrictedKeyState = {
  state: "active" | "reduced" | "stopped" | "ended";
  missing: Scope[];
  endsSoon: boolean;
};

/** A key is marked this long before its end. */
const SOON_MS = 14 * 86_400_000;

/** What a restricted key can do at a moment. */
export function restrictedKeyState({ scopes, endsAt, makerRole }: Facts, now: Date): RestrictedKeyState {
  if (endsAt !== null && endsAt <= now) return { state: "ended", missing: [], endsSoon: false };
  const missing = scopesLost(scopes, makerRole);
  const endsSoon = endsAt !== null && endsAt.getTime() - now.getTime() <= SOON_MS;
  if (missing.length === 0) return { state: "active", missing, endsSoon };
  return { state: missing.length === scopes.length ? "stopped" : "reduced", missing, endsSoon };
}

/** The scopes that a key can't use while its maker has a role; null: while they aren't in the business. */
export function scopesLost(scopes: readonly Scope[], role: Role | null): Scope[] {
  const granted = role === null ? [] : grantableScopes(role);
  return scopes.filter((scope) => !granted.includes(scope));
}

/** What a key loses when its maker's role changes, null: when they leave. Null for a key that loses nothing by that. */
export function lossByChange(
  scopes: readonly Scope[],
  from: Role,
  to: Role | null,
): { lost: Scope[]; stops: boolean } | null {
  const [before, after] = [scopesLost(scopes, from), scopesLost(scopes, to)];
  const lost = after.filter((scope) => !before.includes(scope));
  return lost.length === 0 ? null : { lost, stops: after.length === scopes.length };
}
