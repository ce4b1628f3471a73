import { basketOf } from "@foyer/rules/choosing.ts";
import { toWire } from "@foyer/rules/money.ts";
import { seatedIn } from "@foyer/rules/seatCheck.ts";
import { useMoney, useSeller } from "../../shared/seller.tsx";
import type { Seats } from "./useSeats.ts";

/** How many seats are chosen, of how many, and what the chosen ones cost with their fees. */
export const useSeatTotal = ({ choices, picked, shared }: Seats) => {
  const { default_currency_code: currency } = useSeller();
  const money = useMoney();
  const seated = seatedIn(choices);
  const sitting = seated.map((choice) => ({
    ...choice,
    types: choice.types.map((one) => ({ ...one, quantity: shared[one.type.id]?.length ?? 0 })),
  }));
  return {
    chosen: picked.length,
    needed: basketOf(seated, {}, currency).count,
    price: money(toWire(basketOf(sitting, {}, currency).total, currency)),
  };
};
