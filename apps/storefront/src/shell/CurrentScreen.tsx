import { Suspense } from "react";
import { useScreen } from "../routes/screens.ts";
import { ErrorBoundary } from "./ErrorBoundary.tsx";
import { ScreenSkeleton } from "./ScreenSkeleton.tsx";
import type { Current } from "./useCurrent.ts";

/** `current` is undefined while the table of routes is on its way. */
export function CurrentScreen({ current }: { readonly current: Current | undefined }) {
  return (
    <ErrorBoundary key={current?.path}>
      <Suspense fallback={<ScreenSkeleton />}>{current ? <Shown current={current} /> : <ScreenSkeleton />}</Suspense>
    </ErrorBoundary>
  );
}

function Shown({ current }: { readonly current: Current }) {
  const { Screen } = useScreen(current.route);
  return <Screen params={current.params} />;
}
