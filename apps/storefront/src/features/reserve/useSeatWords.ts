import { useMemo } from "react";
import type { Seat } from "@foyer/contract/seating.ts";
import type { GroupChoice } from "@foyer/rules/choosing.ts";
import { seatedIn } from "@foyer/rules/seatCheck.ts";
import { groupsOfSeat } from "@foyer/rules/seatPick.ts";
import { useText } from "../../shared/seller.tsx";
import { seatStrings } from "./seats.strings.ts";
import { useTilePrice } from "./startWords.ts";

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
        const told = (wanted.length > 0 ? wanted : types)
          .toSorted((one, other) => Number(one.type.discounted_amount) - Number(other.type.discounted_amount))
          .map(({ type }) => ({ type: type.name, price: price(type.discounted_amount) }));
        const [least, most] = [told[0]?.price ?? "", told.at(-1)?.price ?? ""];
        if (least === most) return [group.id, least] as const;
        const all = told.toReversed().map((one) => t("seats.price", one));
        return [group.id, wanted.length > 0 ? all.join(" · ") : t("seats.prices", { least, most })] as const;
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
