import { useEffect, useState, type ReactNode } from "react";
import { LoadState, type LoadStateProps } from "../LoadState.tsx";
import type { LazyModule } from "./lazyModule.ts";

type LazyPartProps<M> = Pick<LoadStateProps, "skeleton" | "count"> & {
  readonly part: LazyModule<M>;
  readonly children: (loaded: M) => ReactNode;
};

const failedText = "This part of the page could not be loaded.";

/**
 * A part of a screen whose script is loaded when it is first shown. If that fails, a message with a button takes its place,
 * and everything else on the screen stays as it is.
 */
export function LazyPart<M>({ part, skeleton, count, children }: LazyPartProps<M>) {
  const [loaded, setLoaded] = useState(() => part.current());
  const [error, setError] = useState<Error | null>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (loaded !== undefined) return undefined;
    let isGone = false;
    part.load().then(
      (found) => isGone || setLoaded(() => found),
      (reason: unknown) => isGone || setError(reason instanceof Error ? reason : new Error(failedText)),
    );
    return () => void (isGone = true);
  }, [part, loaded, attempt]);
  if (loaded !== undefined) return children(loaded);
  const refetch = () => {
    setError(null);
    setAttempt(attempt + 1);
  };
  return (
    <LoadState
      query={{ error, isPending: error === null, refetch }}
      skeleton={skeleton}
      count={count ?? 1}
      sentence={failedText}
    />
  );
}
