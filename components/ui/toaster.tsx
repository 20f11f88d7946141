"use client";

import { useEffect } from "react";
import { onFirstToast } from "./toast";
import { useLoaded } from "./use-loaded";

const load = () => import("./toast-viewport").then((module) => module.ToastViewport);

/** Where toasts appear. Mounted once by the shell; loads nothing until the first message. */
export function Toaster() {
  const { Loaded: Viewport, want } = useLoaded(load);
  useEffect(() => onFirstToast(want), [want]);
  return Viewport && <Viewport />;
}
