"use client";

import type { Route } from "next";
import NextLink from "next/link";
import { type ComponentProps, useState } from "react";

type Props = Omit<ComponentProps<"a">, "href"> & { href: Route; prefetch?: boolean };

/**
 * A link to a page of the app. It is prefetched when the pointer or focus reaches it, not when it scrolls into view: a
 * list of fifty payments would send a hundred requests.
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
