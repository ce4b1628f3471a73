import { memo, Suspense, use } from "react";
import { useScreen } from "../../routes/loadScreen.ts";
import { ErrorBoundary } from "../errors/ErrorBoundary.tsx";
import { lazyPageFrame } from "./lazyPageFrame.ts";
import { ScreenSkeleton } from "./ScreenSkeleton.tsx";
import type { CurrentRoute } from "../navigation/useCurrentRoute.ts";

/**
 * `current` is undefined while the route table is loading. What the server rendered stays until then; a changed element
 * would make React remove it.
 */
export const CurrentScreen = memo(function CurrentScreen({ current }: { readonly current: CurrentRoute | undefined }) {
  return (
    <ErrorBoundary key={current?.path}>
      <Suspense fallback={<ScreenSkeleton />}>{current ? <Shown current={current} /> : <Awaited />}</Suspense>
    </ErrorBoundary>
  );
});

function Awaited() {
  use(lazyPageFrame.arrived);
  return <ScreenSkeleton />;
}

function Shown({ current }: { readonly current: CurrentRoute }) {
  const { Screen } = useScreen(current.route);
  return <Screen params={current.params} />;
}
