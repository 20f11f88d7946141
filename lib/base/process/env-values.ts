import ipaddr from "ipaddr.js";
import { z } from "zod";
import { DatabaseUrlError, readDatabaseUrl } from "@/lib/base/process/database-url";

/** The kinds of values that variables have. Each message continues the variable's name: "PORT must be …". */

export const wholeNumber = (fallback: number, min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .pipe(z.number().min(min, `must be at least ${min}`).max(max, `must be at most ${max}`))
    .default(fallback);

export const flag = (fallback: boolean) =>
  z
    .enum(["true", "false", "1", "0"], { error: "must be true or false" })
    .transform((value) => value === "true" || value === "1")
    .default(fallback);

export const url = (...protocols: string[]) =>
  z.string().refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), {
    error: `must be a URL that starts with ${protocols.map((p) => `${p}//`).join(" or ")}`,
  });

export const databaseUrl = z.string().superRefine((value, issues) => {
  try {
    readDatabaseUrl(value);
  } catch (error) {
    if (!(error instanceof DatabaseUrlError)) throw error;
    issues.addIssue({ code: "custom", message: error.message });
  }
});

/** Pages and links begin at a host's root. A slash at the end is left out, and so is the default port. */
export const origin = (example: string) =>
  url("http:", "https:")
    .superRefine((value, context) => {
      const fault = URL.canParse(value) ? findOriginFault(new URL(value), value) : null;
      if (fault) context.addIssue({ code: "custom", message: `${fault}, for example ${example}` });
    })
    .transform((value) => new URL(value).origin);

function findOriginFault({ pathname, username, password }: URL, value: string): string | null {
  if (username || password) return "must be a URL without a user name and password";
  if (/[?#]/.test(value)) return "must be a URL without a query and fragment";
  if (/[^/]/.test(pathname)) {
    return "must be a URL without a path, since Till needs a host name or a port of its own";
  }
  return null;
}

export const proxyList = z
  .string()
  .transform((value) =>
    value
      .split(",")
      .map((entry) => entry.trim())
      .filter(Boolean),
  )
  .refine((entries) => entries.every((entry) => ipaddr.isValid(entry) || ipaddr.isValidCIDR(entry)), {
    error: "must be addresses or CIDR ranges, separated by commas, for example 127.0.0.1,10.0.0.0/8",
  });

export const delays = z
  .string()
  .regex(/^\d+(\.\d+)?(,\d+(\.\d+)?){4}$/, "must be five numbers of seconds, separated by commas")
  .transform((value) => value.split(",").map(Number));

export const urlList = z
  .string()
  .transform((value) =>
    value
      .split(",")
      .map((entry) => entry.trim())
      .filter(Boolean),
  )
  .refine((entries) => entries.every((entry) => /^https?:$/.test(URL.canParse(entry) ? new URL(entry).protocol : "")), {
    error: "must be URLs that start with http:// or https://, separated by commas",
  });
