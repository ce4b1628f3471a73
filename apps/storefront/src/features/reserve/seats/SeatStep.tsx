import { lazy, Suspense } from "react";
import { Skeleton } from "@foyer/ui/feedback/Skeleton.tsx";
import { loadSeatSummary } from "./loadSeatSummary.ts";
import type { SeatStepProps } from "./seatSelection.ts";

const LazySeatSummary = lazy(() => loadSeatSummary().then((file) => ({ default: file.SeatSummary })));

/** The seat step. It is loaded and shown when tickets with seats are chosen. */
export function SeatStep({ seats, error }: SeatStepProps) {
  if (!seats.isNeeded) return null;
  return (
    <Suspense fallback={<Skeleton shape="control" count={2} />}>
      <LazySeatSummary seats={seats} error={error} />
    </Suspense>
  );
}
