import { type Context, publicContext } from "@/lib/context";
import { database } from "@/lib/db/client";

/** For pages and endpoints that anybody may ask. */
export function anonymous(): Context {
  return publicContext(database());
}
