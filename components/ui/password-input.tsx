"use client";

import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { uiMessages } from "@/lib/service/messages/en/ui";
import { useFieldProps } from "./field";

type Props = Omit<ComponentProps<"input">, "type"> & { autoComplete: "current-password" | "new-password" };

/** A password field with a button that shows the password; never spell-checked or corrected. */
export function PasswordInput({ className = "", ...rest }: Props) {
  const wiring = useFieldProps(rest);
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <span className="relative flex min-w-0">
      <input
        {...rest}
        {...wiring}
        type={shown ? "text" : "password"}
        spellCheck={false}
        autoCapitalize="none"
        autoCorrect="off"
        className={`box pe-12 ${className}`}
      />
      <button
        type="button"
        aria-label={shown ? uiMessages.password.hide : uiMessages.password.show}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
        className="absolute inset-y-0 end-0 grid w-11 place-items-center rounded-till text-ink-2 hover:text-ink noscript:hidden"
      >
        <Icon aria-hidden="true" strokeWidth={1.5} className="size-4" />
      </button>
    </span>
  );
}
