import { z } from "zod";
import type { MemberContext } from "@/lib/base/context/context";
import { requireUrl } from "@/lib/delivery/endpoints/rules";

export const CheckUrlInput = z.object({ url: z.string() });
export type CheckUrlInput = z.infer<typeof CheckUrlInput>;

/** Checks a URL while it is typed, as saving would. Errors: the URL rules' codes. */
export async function checkEndpointUrl(ctx: MemberContext, { url }: CheckUrlInput): Promise<void> {
  requireUrl(ctx.settings, url, ctx.environment);
}
