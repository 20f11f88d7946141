/** `warn`: it works, but could be improved. */
export type Check = { name: string; state: "ok" | "warn" | "fail"; detail: string };

export const REACH_MS = 5_000;

export const ok = (name: string, detail: string): Check => ({ name, state: "ok", detail });

/** `todo` is what the operator should do, as a sentence. */
export const warn = (name: string, detail: string, todo: string): Check => ({
  name,
  state: "warn",
  detail: `${detail}. ${todo}`,
});

/** As `warn`. */
export const fail = (name: string, detail: string, todo: string): Check => ({
  name,
  state: "fail",
  detail: `${detail}. ${todo}`,
});
