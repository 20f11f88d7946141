import { type Context, publicContext } from "@/lib/base/context/context";
import { database } from "@/lib/base/db/client";

/** For pages and endpoints without authentication. */
export function anonymous(): Context {
  return publicContext(database());
}
