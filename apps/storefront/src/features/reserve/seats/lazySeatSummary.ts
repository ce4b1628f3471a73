import type { ComponentType } from "react";
import { lazyComponent, type LazyComponent } from "../../../shared/loading/lazyComponent.ts";
import type { SeatStepProps } from "./seatSelection.ts";

/** Loaded on the server too: a link with tickets shows it at once. */
export const lazySeatSummary: LazyComponent<{ readonly SeatSummary: ComponentType<SeatStepProps> }> = lazyComponent(
  ["src/features/reserve/seats/SeatSummary.tsx"],
  () => import("./SeatSummary.tsx"),
);
