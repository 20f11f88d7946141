import type { ReactNode } from "react";
import { Note } from "./note";

/** An error of the whole form, above its buttons and announced: what is wrong, then what to do. */
export function FormError({ children }: { children?: ReactNode }) {
  return (
    <div role="alert" className="empty:hidden">
      {children && <Note tone="brick">{children}</Note>}
    </div>
  );
}
