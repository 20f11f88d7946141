"use client";

import type { Route } from "next";
import NextLink from "next/link";
import { type ComponentProps, useState } from "react";

type Props = Omit<ComponentProps<"a">, "href"> & { href: Route; prefetch?: boolean };

/**
 * A link to a page of ours. Its page is prefetched when the pointer, a finger or the focus reaches the link, not when the
 * link comes into view: a list of fifty payments would ask the server a hundred times.
 */
export function Link({ prefetch = true, onPointerEnter, onFocus, ...rest }: Props) {
  const [isIntended, setIntended] = useState(false);
  return (
    <NextLink
      {...rest}
      prefetch={prefetch && isIntended ? null : false}
      onPointerEnter={(event) => {
        setIntended(true);
        onPointerEnter?.(event);
      }}
      onFocus={(event) => {
        setIntended(true);
        onFocus?.(event);
      }}
    />
  );
}
