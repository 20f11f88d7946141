import { DomainError } from "@/lib/base/values/errors";
import type { Role } from "@/lib/base/values/permissions";
import { grantableScopes, rolesGranting, type Scope } from "@/lib/base/values/scopes";

/** Requires that members with the role may give a key each of the scopes. Error: `forbidden`. */
export function requireGrantable(role: Role, scopes: readonly Scope[]): void {
  const missing = scopes.filter((scope) => !grantableScopes(role).includes(scope));
  if (missing.length === 0) return;
  const what = `${missing.length === 1 ? "scope" : "scopes"} ${listed(missing, "and")}`;
  const able = listed(rolesGranting(missing[0] as Scope), "or");
  throw new DomainError("forbidden", `Your role can't give a key the ${what}. Ask an ${able}.`, { field: "scopes" });
}

function listed(words: readonly string[], last: "and" | "or"): string {
  return words.join(", ").replace(/, ([^,]+)$/, ` ${last} $1`);
}
