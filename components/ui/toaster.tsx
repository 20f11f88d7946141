"use client";

import { useEffect } from "react";
import { onFirstToast } from "@/components/ui/toast";
import { useLoaded } from "@/components/ui/use-loaded";

const load = () => import("@/components/ui/toast-viewport").then((module) => module.ToastViewport);

/** Where messages appear. Once a page, mounted by the shell; costs nothing until the first message. */
export function Toaster() {
  const { Loaded: Viewport, want } = useLoaded(load);
  useEffect(() => onFirstToast(want), [want]);
  return Viewport && <Viewport />;
}
