import type { ReactNode } from "react";
import type { EventReply, EventTemplate } from "@foyer/contract/shop/catalog.ts";
import { missingSeats } from "@foyer/rules/seating/assignSeats.ts";
import type { FormSelection } from "../../../shared/form/formSelection.ts";
import { useSeller } from "../../../shared/seller/seller.tsx";
import { useReserve } from "../form/useReserve.ts";
import { useReserveSelection } from "../form/useReserveSummary.ts";

export type FirstSelectionProps = {
  readonly event: EventReply;
  readonly template: EventTemplate;
  readonly children: (selection: FormSelection) => ReactNode;
};

/**
 * The selection from the link, before the form publishes it, so that the server-rendered page is correct from the start. It
 * reads the same queries as the form.
 */
export function FirstSelection({ event, template, children }: FirstSelectionProps) {
  const { slug } = useSeller();
  const reserve = useReserve(event, slug);
  const needsSeats = missingSeats(reserve.choices ?? [], [])?.kind === "find";
  const missing = reserve.missing ?? (needsSeats ? ({ step: "seats" } as const) : undefined);
  const selection = useReserveSelection({
    template,
    reserve,
    missing,
    isBusy: false,
    isPricePending: false,
    seatsByType: {},
  });
  const isUnavailable = reserve.days?.length === 0 && reserve.mode !== "flexible" && !reserve.hasFlexible;
  return reserve.isVisit && isUnavailable ? null : children(selection);
}
