"use client";

import type { ComponentType } from "react";
import { Dialog, type DialogProps } from "./dialog";
import { useLoaded } from "./use-loaded";

type Props<P> = Omit<DialogProps, "children" | "prepare"> & {
  /** must not change between renders */
  load: () => Promise<ComponentType<P>>;
  /** what the loaded content gets */
  content: P;
};

/**
 * A dialog whose content isn't part of the page: hover or focus on the button loads it, and the dialog opens with it.
 */
export function LoadedDialog<P extends object>({ load, content, ...dialog }: Props<P>) {
  const { Loaded: Content, want } = useLoaded(load);
  return (
    <Dialog {...dialog} prepare={want}>
      {Content && <Content {...content} />}
    </Dialog>
  );
}
