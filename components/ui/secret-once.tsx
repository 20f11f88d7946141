"use client";

import { type ReactNode, useEffect, useRef } from "react";
import { uiMessages } from "@/lib/service/messages/en/ui";
import { CopyButton } from "./copy-button";
import { useKeepOpen } from "./dialog-hold";

type Props = {
  /** "Sandbox key", "Signing secret" */
  name: string;
  secret: string;
  /** what to do with the secret, and what to do if it is lost */
  children?: ReactNode;
};

/**
 * A secret, shown once. A dialog around it closes only by the button inside it. Its name takes the focus, since the
 * form before it has gone with its button.
 */
export function SecretOnce({ name, secret, children }: Props) {
  const title = useRef<HTMLHeadingElement>(null);
  useKeepOpen("secret");
  useEffect(() => title.current?.focus(), []);
  return (
    <section aria-label={name} className="paper-shadow">
      <div className="torn rounded-t-till bg-amber-wash">
        <div className="flex items-center justify-between gap-4 px-4 pt-3 text-14">
          <h3 ref={title} tabIndex={-1} className="font-semibold outline-none">
            {name}
          </h3>
          <p className="font-medium text-amber-ink">{uiMessages.secret.once}</p>
        </div>
        <div className="flex items-center gap-2 px-4 py-2">
          <code translate="no" className="figures min-w-0 flex-1 text-16 wrap-anywhere select-all">
            {secret}
          </code>
          <CopyButton text={secret} name={name.toLowerCase()} />
        </div>
        <div aria-hidden="true" className="perforated" />
        <div className="px-4 pt-3 pb-4 text-14 text-pretty text-ink-2">{children ?? uiMessages.secret.advice}</div>
      </div>
    </section>
  );
}
