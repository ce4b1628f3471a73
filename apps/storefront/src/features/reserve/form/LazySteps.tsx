import { Suspense } from "react";
import { Skeleton } from "@foyer/ui/feedback/Skeleton.tsx";
import { lazyTicketSteps } from "./lazyTicketSteps.ts";
import type { SessionStepProps } from "../date/SessionStep.tsx";
import type { TicketStepProps } from "../tickets/TicketStep.tsx";

/** The steps after the date, with placeholders while their script loads. */
export function LazySessionStep(props: SessionStepProps) {
  return (
    <Suspense fallback={<Skeleton shape="tile" count={4} />}>
      <LoadedSessionStep {...props} />
    </Suspense>
  );
}

export function LazyTicketStep(props: TicketStepProps) {
  return (
    <Suspense fallback={<Skeleton shape="control" count={3} />}>
      <LoadedTicketStep {...props} />
    </Suspense>
  );
}

function LoadedSessionStep(props: SessionStepProps) {
  const part = lazyTicketSteps.useLoaded();
  return <part.SessionStep {...props} />;
}

function LoadedTicketStep(props: TicketStepProps) {
  const part = lazyTicketSteps.useLoaded();
  return <part.TicketStep {...props} />;
}
