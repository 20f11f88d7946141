import { type Context, publicContext } from "@/lib/context";
import { database } from "@/lib/db/client";

/** For pages and endpoints without authentication. */
export function anonymous(): Context {
  return publicContext(database());
}
