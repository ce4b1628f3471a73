import { Skeleton } from "@foyer/ui/feedback/Skeleton.tsx";
import { LoadedPart } from "../../../shared/loading/LoadedPart.tsx";
import { lazyTicketSteps } from "./lazyTicketSteps.ts";
import type { SessionStepProps } from "../date/SessionStep.tsx";
import type { TicketStepProps } from "../tickets/TicketStep.tsx";

/** The steps after the date, with placeholders while their script loads. */
export function LazySessionStep(props: SessionStepProps) {
  return (
    <LoadedPart part={lazyTicketSteps} placeholder={<Skeleton shape="tile" count={4} />}>
      {(part) => <part.SessionStep {...props} />}
    </LoadedPart>
  );
}

export function LazyTicketStep(props: TicketStepProps) {
  return (
    <LoadedPart part={lazyTicketSteps} placeholder={<Skeleton shape="control" count={3} />}>
      {(part) => <part.TicketStep {...props} />}
    </LoadedPart>
  );
}
