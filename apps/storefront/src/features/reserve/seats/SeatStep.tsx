import { lazy, Suspense } from "react";
import { Skeleton } from "@foyer/ui/feedback/Skeleton.tsx";
import { loadSeatSummary } from "./loadSeatSummary.ts";
import type { SeatStepProps } from "./seatSelection.ts";

const SeatChoice = lazy(() => loadSeatSummary().then((file) => ({ default: file.SeatSummary })));

/** The seat step. It is loaded and shown when tickets with seats are chosen. */
export function SeatStep({ seats, error }: SeatStepProps) {
  if (!seats.isNeeded) return null;
  return (
    <Suspense fallback={<Skeleton shape="control" count={2} />}>
      <SeatChoice seats={seats} error={error} />
    </Suspense>
  );
}
