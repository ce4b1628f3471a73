import { Suspense } from "react";
import { useScreen } from "../../routes/loadScreen.ts";
import { ErrorBoundary } from "../errors/ErrorBoundary.tsx";
import { ScreenSkeleton } from "./ScreenSkeleton.tsx";
import type { CurrentRoute } from "../navigation/useCurrentRoute.ts";

/** `current` is undefined while the route table is loading. */
export function CurrentScreen({ current }: { readonly current: CurrentRoute | undefined }) {
  return (
    <ErrorBoundary key={current?.path}>
      <Suspense fallback={<ScreenSkeleton />}>{current ? <Shown current={current} /> : <ScreenSkeleton />}</Suspense>
    </ErrorBoundary>
  );
}

function Shown({ current }: { readonly current: CurrentRoute }) {
  const { Screen } = useScreen(current.route);
  return <Screen params={current.params} />;
}
