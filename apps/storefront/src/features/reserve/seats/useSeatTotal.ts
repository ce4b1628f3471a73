import { selectionTotal } from "@foyer/rules/reserve/ticketChoices.ts";
import { toDecimal } from "@foyer/rules/values/money.ts";
import { seatedChoices } from "@foyer/rules/seating/assignSeats.ts";
import { useMoney } from "../../../shared/seller/seller.tsx";
import { useCoins } from "../../../shared/seller/useCoins.ts";
import type { SeatSelectionState } from "./seatSelection.ts";

/** The number of chosen and of required seats, and the price of the chosen ones with fees. */
export const useSeatTotal = ({ choices, picked, seatsByType }: SeatSelectionState) => {
  const coins = useCoins();
  const money = useMoney();
  const seated = seatedChoices(choices);
  const chosenChoices = seated.map((choice) => ({
    ...choice,
    types: choice.types.map((one) => ({ ...one, quantity: seatsByType[one.type.id]?.length ?? 0 })),
  }));
  return {
    chosen: picked.length,
    needed: selectionTotal(seated, {}, coins).count,
    price: money(toDecimal(selectionTotal(chosenChoices, {}, coins).total, coins.currency)),
  };
};
