import { lazy, Suspense } from "react";
import { Skeleton } from "@foyer/ui/Skeleton.tsx";
import { loadSeatChoice, type Seats } from "./useSeats.ts";

const SeatChoice = lazy(() => loadSeatChoice().then((file) => ({ default: file.SeatChoice })));

export type SeatStepProps = {
  readonly seats: Seats;
  readonly error: string | undefined;
};

/** Where one sits. It is there when tickets with seats are chosen; nobody else fetches any of it. */
export function SeatStep({ seats, error }: SeatStepProps) {
  if (!seats.isNeeded) return null;
  return (
    <Suspense fallback={<Skeleton shape="control" count={2} />}>
      <SeatChoice seats={seats} error={error} />
    </Suspense>
  );
}
