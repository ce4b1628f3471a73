import { Skeleton } from "@foyer/ui/feedback/Skeleton.tsx";
import { LoadedPart } from "../../../shared/loading/LoadedPart.tsx";
import { lazySeatSummary } from "./lazySeatSummary.ts";
import type { SeatStepProps } from "./seatSelection.ts";

/** The seat step. It is loaded and shown when tickets with seats are chosen. */
export function SeatStep({ seats, error }: SeatStepProps) {
  if (!seats.isNeeded) return null;
  return (
    <LoadedPart part={lazySeatSummary} placeholder={<Skeleton shape="control" count={2} />}>
      {(part) => <part.SeatSummary seats={seats} error={error} />}
    </LoadedPart>
  );
}
