import type { ReactNode } from "react";
import { Note } from "@/components/ui/note";

/** What stopped the whole form, above its button, said aloud: what is wrong, then what to do. */
export function FormError({ children }: { children?: ReactNode }) {
  return (
    <div role="alert" className="empty:hidden">
      {children && <Note tone="brick">{children}</Note>}
    </div>
  );
}
