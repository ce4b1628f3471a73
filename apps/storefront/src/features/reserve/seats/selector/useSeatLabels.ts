import { useMemo } from "react";
import type { Seat } from "@foyer/contract/shop/seating.ts";
import type { GroupChoice } from "@foyer/rules/reserve/ticketChoices.ts";
import { seatedChoices } from "@foyer/rules/seating/assignSeats.ts";
import { groupsOfSeat, type SelectableSeatState } from "@foyer/rules/seating/selectSeat.ts";
import { useText } from "../../../../shared/seller/seller.tsx";
import { seatStrings } from "../seats.strings.ts";
import { useTilePrice } from "../../../../shared/format/useTilePrice.ts";

export type SeatLabels = {
  readonly groups: readonly GroupChoice[];
  /** The price of a group's tickets: '$89', or 'Adult $89 · Child $45'. */
  readonly groupPrice: (group: string) => string;
  readonly priceOf: (seat: Seat) => string;
  /** Information about a seat: its note, otherwise the meaning of its sign. */
  readonly noteOf: (seat: Seat) => string | null;
  /** Everything about a seat in one sentence, for screen readers. */
  readonly spoken: (seat: Seat, state: SelectableSeatState) => string;
};

/** Ticket groups with seats and their prices: those of the chosen ticket types, or all if none is chosen. */
export const useSeatLabels = (choices: readonly GroupChoice[]): SeatLabels => {
  const t = useText(seatStrings);
  const price = useTilePrice();
  return useMemo(() => {
    const groups = seatedChoices(choices);
    const prices = new Map(
      groups.map(({ group, types }) => {
        const wanted = types.filter(({ quantity }) => quantity > 0);
        const typePrices = (wanted.length > 0 ? wanted : types)
          .toSorted((one, other) => Number(one.type.discounted_amount) - Number(other.type.discounted_amount))
          .map(({ type }) => ({ type: type.name, price: price(type.discounted_amount) }));
        const [least, most] = [typePrices[0]?.price ?? "", typePrices.at(-1)?.price ?? ""];
        if (least === most) return [group.id, least] as const;
        const all = typePrices.toReversed().map((one) => t("seats.price", one));
        return [group.id, wanted.length > 0 ? all.join(" · ") : t("seats.prices", { least, most })] as const;
      }),
    );
    const groupPrice = (group: string): string => prices.get(group) ?? "";
    const priceOf = (seat: Seat): string =>
      [...new Set(groupsOfSeat(seat).flatMap((group) => groupPrice(group) || []))].join(" · ");
    const noteOf = ({ note, kind }: Seat): string | null => note ?? (kind === null ? null : t(`seats.kind.${kind}`));
    const spoken = (seat: Seat, state: SelectableSeatState): string => {
      const values = { name: seat.name, price: priceOf(seat), state: t(`seats.state.${state}`) };
      const note = noteOf(seat);
      return note === null ? t("seats.seat", values) : t("seats.seat.noted", { ...values, note });
    };
    return { groups, groupPrice, priceOf, noteOf, spoken };
  }, [choices, price, t]);
};
