import { randomUUID } from "node:crypto";
import { headers } from "next/headers";
import { z } from "zod";
import type { MemberContext, UserContext } from "@/lib/base/context/context";
import { isDatabaseUnavailable } from "@/lib/base/db/unavailable";
import { log } from "@/lib/base/process/log";
import type { ActionResult } from "@/lib/base/values/action-result";
import { DomainError, isDomainError, notFound, signedOut } from "@/lib/base/values/errors";
import type { Permission } from "@/lib/base/values/permissions";
import { confirmPassword } from "@/lib/people/sign-in/confirm-password";
import { DATABASE_UNAVAILABLE } from "@/lib/service/api/errors";
import { limitShared } from "@/lib/service/api/limits/limit";
import { type DashboardParams, findMember, TWO_STEP_REQUIRED } from "@/lib/service/auth/member";
import { requireOwnOrigin } from "@/lib/service/auth/origin";
import { parseInput } from "@/lib/service/auth/parse-input";
import { currentUser } from "@/lib/service/auth/session";

type Verb<C, S extends z.ZodType, R> = (ctx: C, input: z.output<S>) => Promise<R>;

type MemberRule<S extends z.ZodType> = {
  input: S;
  permission: Permission;
  /** what only the database knows to be wrong with the fields that the schema accepts, by field */
  check?: (ctx: MemberContext, fields: Partial<z.output<S>>) => Promise<Record<string, string>>;
  /** whether the third argument must be the password: always, or when the action can change where money goes */
  password?: true | ((ctx: MemberContext, input: z.output<S>) => boolean | Promise<boolean>);
};

/** For actions that move real money in live, and none in the sandbox. */
export const inLive = ({ environment }: MemberContext) => environment === "live";

/**
 * A server action of a member: checks origin, session, membership, permission, password where required and input, then
 * calls the verb. It never throws: refusals and failures come back as an `ActionResult`. Whatever is wrong with the
 * fields and the password is named at once.
 */
export function memberAction<S extends z.ZodType, R>(rule: MemberRule<S>, verb: Verb<MemberContext, S, R>) {
  return (dashboard: DashboardParams, input: z.input<S>, password?: string): Promise<ActionResult<R>> =>
    answer(async () => {
      requireOwnOrigin(await headers());
      const member = await findMember(dashboard);
      if (member === "signed_out") throw signedOut();
      if (member === "not_found") throw notFound("merchant");
      if (member === "two_step_required") throw new DomainError("forbidden", TWO_STEP_REQUIRED);
      if (!member.can(rule.permission)) throw new DomainError("forbidden", "Your role doesn't allow this.");
      if (rule.password === true) return verb(member.ctx, await readWithPassword(member.ctx, rule, input, password));
      const parsed = parseInput(rule.input, input);
      if (typeof rule.password === "function" && (await rule.password(member.ctx, parsed))) {
        await askPassword(member.ctx, password);
      }
      return verb(member.ctx, parsed);
    });
}

/** A server action of a signed-in person about their own account. */
export function userAction<S extends z.ZodType, R>(rule: { input: S; password?: true }, verb: Verb<UserContext, S, R>) {
  return (input: z.input<S>, password?: string): Promise<ActionResult<R>> =>
    answer(async () => {
      requireOwnOrigin(await headers());
      const user = await currentUser();
      if (!user) throw signedOut();
      if (rule.password) return verb(user.ctx, await readWithPassword(user.ctx, rule, input, password));
      return verb(user.ctx, parseInput(rule.input, input));
    });
}

type Caller = { address: string; userAgent: string };

/** A server action that anyone may call: sign-up, password reset, invitation. The verb limits its own rate. */
export function publicAction<S extends z.ZodType, R>(
  input: S,
  verb: (caller: Caller, input: z.output<S>) => Promise<R>,
) {
  return (given: z.input<S>): Promise<ActionResult<R>> =>
    answer(async () => {
      const sent = await headers();
      requireOwnOrigin(sent);
      const caller = { address: sent.get("x-real-ip") ?? "unknown", userAgent: sent.get("user-agent") ?? "" };
      return verb(caller, parseInput(input, given));
    });
}

/** Parses the input and checks the password. The error names every field that is wrong, the password too. */
async function readWithPassword<C extends MemberContext | UserContext, S extends z.ZodType>(
  ctx: C,
  rule: { input: S; check?: (ctx: C, fields: Partial<z.output<S>>) => Promise<Record<string, string>> },
  input: unknown,
  password: unknown,
): Promise<z.output<S>> {
  // first: a guess counts, whatever is sent with it
  const wrongPassword = await askPassword(ctx, password).then(() => null, passwordRefusal);
  const { parsed, valid, wrong } = readFields(rule.input, input);
  const checked = await rule.check?.(ctx, valid).catch((error: unknown) => {
    throw wrongPassword && isDomainError(error) ? wrongPassword : error;
  });
  const known = { ...checked, ...wrong };
  const [first] = Object.values(known);
  if (first === undefined && wrongPassword) throw wrongPassword;
  if (first === undefined && parsed) return parsed.data;
  const fields = wrongPassword ? { ...known, password: wrongPassword.message } : known;
  throw new DomainError("invalid_request", first ?? CHECK_FORM, { fields });
}

/** Too many guesses and failures aren't about a field, and end the call. */
function passwordRefusal(error: unknown): DomainError {
  if (isDomainError(error) && error.extra.field === "password") return error;
  throw error;
}

/** `valid`: the fields that their own schema accepts, of an input that isn't. */
function readFields<S extends z.ZodType>(schema: S, input: unknown) {
  try {
    const data = parseInput(schema, input);
    return { parsed: { data }, valid: data as Partial<z.output<S>>, wrong: {} };
  } catch (error) {
    if (!isZodError(error)) throw error;
    return { parsed: null, valid: validFields(schema, input), wrong: wrongFields(error).fields };
  }
}

function validFields<S extends z.ZodType>(schema: S, input: unknown): Partial<z.output<S>> {
  if (!(schema instanceof z.ZodObject) || typeof input !== "object" || input === null) return {};
  const read = Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([name, field]) => {
    const { success, data } = field.safeParse((input as Record<string, unknown>)[name]);
    return success ? [[name, data] as const] : [];
  });
  return Object.fromEntries(read) as Partial<z.output<S>>;
}

async function askPassword(ctx: MemberContext | UserContext, password: unknown): Promise<void> {
  if (typeof password !== "string" || password === "") {
    throw new DomainError("wrong_password", "Enter your password to continue.", { field: "password" });
  }
  await limitShared("signIn", `confirm:${ctx.actor.userId}`);
  await confirmPassword(ctx, password);
}

async function answer<R>(run: () => Promise<R>): Promise<ActionResult<R>> {
  try {
    return { ok: true, data: await run() };
  } catch (error) {
    if (isDomainError(error)) return refusal(error);
    if (isZodError(error)) return { ok: false, code: "invalid_request", ...wrongFields(error) };
    const requestId = randomUUID();
    log().error({ requestId, err: error }, "action failed");
    if (isDatabaseUnavailable(error)) return { ok: false, code: "api_error", message: DATABASE_UNAVAILABLE.screen };
    const message = `Something went wrong on our end. Try again in a moment. If it keeps happening, give your administrator the request ID ${requestId}.`;
    return { ok: false, code: "api_error", message };
  }
}

function refusal(error: DomainError): ActionResult<never> {
  const { field, onScreen: message = error.message, canSendAgain } = error.extra;
  const fields = error.extra.fields ?? (field ? { [field]: message } : undefined);
  return { ok: false, code: error.code, message, fields, canSendAgain };
}

function isZodError(error: unknown): error is z.ZodError {
  return error instanceof Error && error.name === "ZodError";
}

function wrongFields(error: z.ZodError) {
  const fields = Object.fromEntries(error.issues.map((issue) => [issue.path.join("."), issue.message]));
  const [first] = Object.values(fields);
  return { message: first ?? CHECK_FORM, fields };
}

const CHECK_FORM = "Check the form and try again.";
