import { sql } from "drizzle-orm";
import { bigint, check, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { bytea, createdAt, id, moment } from "./columns";

export const users = pgTable(
  "users",
  {
    id: id(),
    email: text("email").notNull(),
    name: text("name").notNull().default(""),
    passwordHash: text("password_hash").notNull(),
    /** raised to end every session of this user at once */
    sessionVersion: integer("session_version").notNull().default(1),
    /** AES-256-GCM, see lib/base/process/secrets.ts; set from the moment an authenticator is being added */
    totpSecret: bytea("totp_secret"),
    /** from then on, sign-in requires a code */
    totpEnabledAt: moment("totp_enabled_at"),
    /** the time step of the last accepted code: no code is accepted twice */
    totpLastStep: bigint("totp_last_step", { mode: "bigint" }),
    /** wrong codes that still counted at the time of the last one; see lib/people/second-factor/code-pause.ts */
    wrongCodes: integer("wrong_codes").notNull().default(0),
    lastWrongCodeAt: moment("last_wrong_code_at"),
    /** when an email last warned of wrong codes */
    wrongCodesToldAt: moment("wrong_codes_told_at"),
    /** of the newest link to set up two-step sign-in where a business requires it, and until when it works */
    twoStepLinkHash: bytea("two_step_link_hash"),
    twoStepLinkUntil: moment("two_step_link_until"),
    /** what an export is saved as */
    exportFormat: text("export_format", { enum: ["csv", "csv_decimal_comma", "csv_semicolon", "xlsx"] })
      .notNull()
      .default("csv"),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex("users_email").on(sql`lower(${t.email})`),
    check("users_export_format", sql`${t.exportFormat} in ('csv', 'csv_decimal_comma', 'csv_semicolon', 'xlsx')`),
    check("users_wrong_codes", sql`${t.wrongCodes} >= 0`),
    check("users_totp", sql`${t.totpEnabledAt} is null or ${t.totpSecret} is not null`),
  ],
);
