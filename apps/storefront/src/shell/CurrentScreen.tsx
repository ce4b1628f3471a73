import { Suspense } from "react";
import { useScreen } from "../routes/screens.ts";
import { ErrorBoundary } from "./ErrorBoundary.tsx";
import { ScreenSkeleton } from "./ScreenSkeleton.tsx";
import type { Current } from "./useCurrent.ts";

export function CurrentScreen({ current }: { readonly current: Current }) {
  return (
    <ErrorBoundary key={current.path}>
      <Suspense fallback={<ScreenSkeleton />}>
        <Shown current={current} />
      </Suspense>
    </ErrorBoundary>
  );
}

function Shown({ current }: { readonly current: Current }) {
  const { Screen } = useScreen(current.route);
  return <Screen params={current.params} />;
}
