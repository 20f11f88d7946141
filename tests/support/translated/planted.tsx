import type { ReactNode } from "react";
import { posMessages } from "@/lib/service/messages/en/pos";

type Props = { count: number; name: string | null; children: ReactNode };

/** Each of these loses its text or breaks once a translator has replaced it. */
export const Mixed = ({ count, name, children }: Props) => (
  <section>
    <p>
      <b>{name}</b> {count}
    </p>
    <p>
      {name && <b>{name}</b>}
      {posMessages.entry.charge}
    </p>
    <p>
      {children}
      <b />
    </p>
    <div>
      {name === null ? (
        <>
          <b /> left
        </>
      ) : null}
    </div>
    <code>{name}</code>
    <span className="money">{count}</span>
  </section>
);

/** These don't. */
export const Apart = ({ count, name }: Props) => (
  <section>
    <p>{`${name} ${count}`}</p>
    <p>
      {posMessages.entry.charge} <b>{count}</b>
    </p>
    <p>
      {name && <b>{name}</b>}
      <span>{posMessages.entry.charge}</span>
    </p>
    <code translate="no">{name}</code>
    <span translate="no" className="money">
      {count}
    </span>
  </section>
);
