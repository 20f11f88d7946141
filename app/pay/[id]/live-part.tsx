"use client";

import { Component, type ReactNode } from "react";

type Props = {
  /** what stands there where the script fails: as the server would write it */
  instead?: ReactNode;
  children: ReactNode;
};

/** A part of the payment page that lives by script. Where the script fails, this part alone is without it. */
export class LivePart extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? this.props.instead : this.props.children;
  }
}
