import { Component, type ReactNode } from "react";
import { ChunkLoadError } from "../../shared/loading/loadChunk.ts";
import { reportError } from "../../shared/errors/reportError.ts";
import { UnexpectedErrorPage } from "./UnexpectedErrorPage.tsx";

type State = { readonly error: unknown; readonly failed: boolean };

/** Replaces a screen that throws with a message; header, cart and footer stay. */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, State> {
  override state: State = { error: undefined, failed: false };

  static getDerivedStateFromError(error: unknown): State {
    return { error, failed: true };
  }

  override componentDidCatch(error: unknown): void {
    reportError(error);
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return <UnexpectedErrorPage kind={this.state.error instanceof ChunkLoadError ? "chunk" : "generic"} />;
  }
}
