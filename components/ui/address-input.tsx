"use client";

import type { ComponentProps } from "react";
import { Input } from "./input";

type Props = Pick<ComponentProps<"input">, "name" | "value" | "defaultValue" | "onChange">;

/** A TRON address, which no keyboard completes or corrects. */
export function AddressInput(props: Props) {
  return (
    <Input
      {...props}
      maxLength={100}
      autoComplete="off"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      figures
    />
  );
}
