import { Suspense } from "react";
import { Skeleton } from "@foyer/ui/Skeleton.tsx";
import { afterDatePart } from "./parts.ts";
import type { SessionStepProps } from "./SessionStep.tsx";
import type { TicketStepProps } from "./TicketStep.tsx";

/** The steps that follow a date, while their script is on its way and then. */
export function SessionStep(props: SessionStepProps) {
  return (
    <Suspense fallback={<Skeleton shape="tile" count={4} />}>
      <Session {...props} />
    </Suspense>
  );
}

export function TicketStep(props: TicketStepProps) {
  return (
    <Suspense fallback={<Skeleton shape="control" count={3} />}>
      <Tickets {...props} />
    </Suspense>
  );
}

function Session(props: SessionStepProps) {
  const part = afterDatePart.usePart();
  return <part.SessionStep {...props} />;
}

function Tickets(props: TicketStepProps) {
  const part = afterDatePart.usePart();
  return <part.TicketStep {...props} />;
}
