import { Component, type ReactNode } from "react";
import { reportError } from "../errors/reportError.ts";
import { ChunkLoadError } from "./loadChunk.ts";
import { PartFailure, type PartFailureProps } from "./PartFailure.tsx";

type LoadBoundaryProps = Omit<PartFailureProps, "onLoaded"> & { readonly children: ReactNode };
type State = { readonly failed: boolean; readonly error: unknown };

/** The place of a part, to find it once it has replaced the message. */
type Place = { readonly parent: Element; readonly before: Element | null };

const focusableSelector = "[tabindex], a[href], button:enabled, input:enabled, select:enabled, textarea:enabled";

const focusFirstAt = ({ parent, before }: Place): void => {
  const shown = before ? before.nextElementSibling : parent.firstElementChild;
  const first = shown?.matches(focusableSelector) ? shown : shown?.querySelector(focusableSelector);
  if (first instanceof HTMLElement) first.focus();
};

/** Shows a message instead of a part that could not be loaded, until it is. Other errors are left to the page. */
export class LoadBoundary extends Component<LoadBoundaryProps, State> {
  override state: State = { failed: false, error: undefined };
  /** The place whose button had the focus when the part was loaded. */
  private focused: Place | undefined;

  static getDerivedStateFromError(error: unknown): State {
    return { failed: true, error };
  }

  override componentDidCatch(error: unknown): void {
    reportError(error);
  }

  override componentDidUpdate(): void {
    const { focused } = this;
    if (!focused || this.state.failed) return;
    this.focused = undefined;
    // A dialog takes the focus by itself.
    if (document.activeElement === null || document.activeElement === document.body) focusFirstAt(focused);
  }

  override render(): ReactNode {
    const { part, modal, children } = this.props;
    const { failed, error } = this.state;
    if (!failed) return children;
    // Of something within the part, which itself has been loaded.
    if (!(error instanceof ChunkLoadError) || "status" in part.arrived) throw error;
    return <PartFailure part={part} modal={modal} onLoaded={this.showPart} />;
  }

  private readonly showPart = (message: Element | null): void => {
    const { parentElement: parent, previousElementSibling: before } = message ?? {};
    if (message && parent && before !== undefined && message.contains(document.activeElement))
      this.focused = { parent, before };
    this.setState({ failed: false, error: undefined });
  };
}
