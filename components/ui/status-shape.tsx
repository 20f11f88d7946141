"use client";

import type { ComponentProps } from "react";
import { StatusDrawing } from "./status-drawing";

/**
 * The drawing of a `StatusMark`. A client component: React may split a long server-rendered list inside an SVG, and
 * then completes it with an inline style, which the content security policy forbids.
 */
export function StatusShape(props: ComponentProps<typeof StatusDrawing>) {
  return <StatusDrawing {...props} />;
}
