import type { MemberContext } from "@/lib/base/context/context";
import { limitShared } from "@/lib/service/api/limits/limit";

type Verb<I, R> = (ctx: MemberContext, input: I) => Promise<R>;

/** The verb, limited for each person over all their businesses. Adds the error `rate_limited`. */
export function limitMember<I, R>(name: "testNotification" | "connectTelegram", verb: Verb<I, R>): Verb<I, R> {
  return async (ctx, input) => {
    await limitShared(name, `member:${ctx.actor.userId}`);
    return verb(ctx, input);
  };
}
