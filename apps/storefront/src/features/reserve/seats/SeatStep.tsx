import { Suspense } from "react";
import { Skeleton } from "@foyer/ui/feedback/Skeleton.tsx";
import { lazySeatSummary } from "./lazySeatSummary.ts";
import type { SeatStepProps } from "./seatSelection.ts";

/** The seat step. It is loaded and shown when tickets with seats are chosen. */
export function SeatStep({ seats, error }: SeatStepProps) {
  if (!seats.isNeeded) return null;
  return (
    <Suspense fallback={<Skeleton shape="control" count={2} />}>
      <LoadedSeatSummary seats={seats} error={error} />
    </Suspense>
  );
}

function LoadedSeatSummary(props: SeatStepProps) {
  const part = lazySeatSummary.useLoaded();
  return <part.SeatSummary {...props} />;
}
