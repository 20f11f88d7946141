import NextAuth from "next-auth";
import { authOptions } from "@/lib/auth/options";

/** Options are made on the first request: a build has no environment. */
const handler = (request: Request, context: RouteContext<"/api/auth/[...nextauth]">) =>
  NextAuth(authOptions())(request, context);

export { handler as GET, handler as POST };
