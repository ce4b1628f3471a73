import { Suspense, type ReactNode } from "react";
import type { LazyComponent } from "./lazyComponent.ts";
import { LoadBoundary } from "./LoadBoundary.tsx";
import { LoadingNotice } from "./LoadingNotice.tsx";

export type LoadedPartProps<M> = {
  readonly part: LazyComponent<M>;
  /** Shown while it is loading; for a modal, words that it is loading. */
  readonly placeholder?: ReactNode;
  /** The name of the modal that the part is: it is closed if it cannot be loaded, and opened by the button. */
  readonly modal?: string;
  readonly children: (loaded: M) => ReactNode;
};

/**
 * A part of a page that is loaded on demand. If it cannot be loaded, a message with a button takes its place; what was
 * chosen and typed elsewhere on the page stays.
 */
export function LoadedPart<M>({ part, placeholder, modal, children }: LoadedPartProps<M>) {
  return (
    <LoadBoundary part={part} modal={modal}>
      <Suspense fallback={placeholder ?? (modal !== undefined && <LoadingNotice />)}>
        <Content part={part}>{children}</Content>
      </Suspense>
    </LoadBoundary>
  );
}

function Content<M>({ part, children }: Pick<LoadedPartProps<M>, "part" | "children">) {
  return children(part.useLoaded());
}
