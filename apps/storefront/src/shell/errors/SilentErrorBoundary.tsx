import { Component, Suspense, type ReactNode } from "react";
import { showFailure } from "../../shared/errors/failure.ts";
import { reportError } from "../../shared/errors/reportError.ts";

type SilentErrorBoundaryProps = {
  readonly children: ReactNode;
  /** What the banner says when the part does not come. */ readonly failed: string;
};

/** A part of the shell that loads when it is wanted. Should it fail, the banner says so and the rest stays as it is. */
export class SilentErrorBoundary extends Component<SilentErrorBoundaryProps, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { readonly failed: boolean } {
    return { failed: true };
  }

  override componentDidCatch(error: unknown): void {
    reportError(error);
    showFailure(this.props.failed);
  }

  override render(): ReactNode {
    return this.state.failed ? null : <Suspense>{this.props.children}</Suspense>;
  }
}
