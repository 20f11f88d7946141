import { randomUUID } from "node:crypto";
import { headers } from "next/headers";
import type { z } from "zod";
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
  /** whether the third argument must be the password: always, or when the action can change where money goes */
  password?: true | ((ctx: MemberContext, input: z.output<S>) => boolean | Promise<boolean>);
};

/** For actions that move real money in live, and none in the sandbox. */
export const inLive = ({ environment }: MemberContext) => environment === "live";

/**
 * A server action of a member: checks origin, session, membership, permission, password where required and input, then
 * calls the verb. It never throws: refusals and failures come back as an `ActionResult`.
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
      if (rule.password === true) await askPassword(member.ctx, password);
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
      if (rule.password) await askPassword(user.ctx, password);
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
  return { ok: false, code: error.code, message, fields: field ? { [field]: message } : undefined, canSendAgain };
}

function isZodError(error: unknown): error is z.ZodError {
  return error instanceof Error && error.name === "ZodError";
}

function wrongFields(error: z.ZodError) {
  const fields = Object.fromEntries(error.issues.map((issue) => [issue.path.join("."), issue.message]));
  const [first] = Object.values(fields);
  return { message: first ?? "Check the form and try again.", fields };
}
