import { Component, type ReactNode } from "react";
import { Page } from "@foyer/ui/layout/Layout.tsx";
import { lazyComponent } from "../../shared/loading/lazyComponent.ts";
import { ChunkLoadError, loadChunk } from "../../shared/loading/loadChunk.ts";
import { LoadAgain } from "../../shared/loading/LoadAgain.tsx";
import { reportError } from "../../shared/errors/reportError.ts";

const lazyErrorPage = lazyComponent([], () => import("./UnexpectedErrorPage.tsx"));

type State = { readonly error: unknown; readonly failed: boolean };

/**
 * Replaces a screen that throws with a message; header, cart and footer stay. A screen that could not be loaded is loaded
 * again by its button, without reloading the page.
 */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, State> {
  override state: State = { error: undefined, failed: false };

  static getDerivedStateFromError(error: unknown): State {
    return { failed: true, error };
  }

  override componentDidCatch(error: unknown): void {
    reportError(error);
  }

  override render(): ReactNode {
    const { failed, error } = this.state;
    if (!failed) return this.props.children;
    return error instanceof ChunkLoadError ? (
      <Page>
        <div role="alert">
          <LoadAgain load={() => loadChunk(error.load).then(this.showScreen)} />
        </div>
      </Page>
    ) : (
      <ErrorPage />
    );
  }

  private readonly showScreen = (): void => {
    this.setState({ failed: false });
    // The pressed button is gone.
    document.querySelector("main")?.focus();
  };
}

function ErrorPage() {
  const loaded = lazyErrorPage.useLoadedWhen(true);
  return loaded && <loaded.UnexpectedErrorPage />;
}
