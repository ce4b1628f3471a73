import { Component, Suspense, type ReactNode } from "react";
import { showFailure } from "../../shared/errors/failure.ts";
import { reportError } from "../../shared/errors/reportError.ts";

type SilentErrorBoundaryProps = {
  readonly children: ReactNode;
  /** The banner's message when loading fails. */ readonly failed: string;
};

/** For parts of the shell that are loaded on demand. If one fails, the banner says so and the page stays as it is. */
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
