"use client";

import { Component, type ReactNode } from "react";

type Props = {
  /** shown if the script fails; the same as without JavaScript */
  instead?: ReactNode;
  children: ReactNode;
};

/** An error boundary around one interactive part of the payment page, so that a failure affects only this part. */
export class LivePart extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? this.props.instead : this.props.children;
  }
}
