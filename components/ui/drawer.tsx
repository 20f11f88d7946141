"use client";

import type { ReactNode } from "react";
import type { ButtonProps } from "./button";
import { Dialog } from "./dialog";

type Props = {
  title: string;
  trigger?: ButtonProps;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  side?: "start" | "end";
  children: ReactNode;
};

/** A sheet along an edge: navigation and filters on a phone, a detail beside its list on a laptop. */
export function Drawer({ side = "end", ...rest }: Props) {
  return <Dialog {...rest} side={side} />;
}
