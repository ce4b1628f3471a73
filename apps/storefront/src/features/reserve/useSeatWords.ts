import { useMemo } from "react";
import type { Seat } from "@foyer/contract/seating.ts";
import type { GroupChoice } from "@foyer/rules/choosing.ts";
import { seatedIn } from "@foyer/rules/seatCheck.ts";
import { groupsOfSeat } from "@foyer/rules/seatPick.ts";
import { useText } from "../../shared/seller.tsx";
import { seatStrings } from "./seats.strings.ts";
import { useTilePrice } from "./words.ts";

export type SeatWords = {
  readonly groups: readonly GroupChoice[];
  /** What a group's tickets cost: '$89', or 'Adult $89 · Child $45'. */
  readonly groupPrice: (group: string) => string;
  readonly priceOf: (seat: Seat) => string;
};

/** Groups of seats and what they cost, for the tickets that are wanted; for those that are not, of all their types. */
export const useSeatWords = (choices: readonly GroupChoice[]): SeatWords => {
  const t = useText(seatStrings);
  const price = useTilePrice();
  return useMemo(() => {
    const groups = seatedIn(choices);
    const prices = new Map(
      groups.map(({ group, types }) => {
        const wanted = types.filter(({ quantity }) => quantity > 0);
        const named = (wanted.length > 0 ? wanted : types).map(({ type }) => ({
          type: type.name,
          price: price(type.discounted_amount),
        }));
        const isOne = new Set(named.map((one) => one.price)).size === 1;
        return [
          group.id,
          isOne ? (named[0]?.price ?? "") : named.map((one) => t("seats.price", one)).join(" · "),
        ] as const;
      }),
    );
    const groupPrice = (group: string): string => prices.get(group) ?? "";
    return {
      groups,
      groupPrice,
      priceOf: (seat) => [...new Set(groupsOfSeat(seat).flatMap((group) => groupPrice(group) || []))].join(" · "),
    };
  }, [choices, price, t]);
};
