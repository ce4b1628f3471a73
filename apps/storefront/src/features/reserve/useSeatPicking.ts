import { useEffect, useMemo, useState } from "react";
import type { Seat, SeatMap } from "@foyer/contract/seating.ts";
import { bestPlace, bestSeats } from "@foyer/rules/seatBest.ts";
import { seatsWanted } from "@foyer/rules/seatCheck.ts";
import {
  deselectSeat,
  hallOf,
  keptSeats,
  selectSeat,
  type Hall,
  type Picked,
  type PickedSeat,
  type SeatsWanted,
} from "@foyer/rules/seatPick.ts";
import { useAnnounce } from "@foyer/ui/Announcer.tsx";
import { useText, type Texts } from "../../shared/seller.tsx";
import { seatStrings } from "./seats.strings.ts";
import type { Seats } from "./useSeats.ts";

export type SeatPicking = {
  readonly hall: Hall;
  readonly wanted: SeatsWanted;
  readonly chosen: ReadonlySet<string>;
  readonly needed: number;
  /** What the last press could not do, in words. */
  readonly said: string | undefined;
  readonly toggle: (id: string) => void;
  readonly takeBest: () => void;
  readonly clear: () => void;
};

/** Which seats went to somebody else, and what became of the others. */
export const goneText = (
  { names, kept }: { readonly names: readonly string[]; readonly kept: number },
  t: Texts<typeof seatStrings>,
): string => t(kept > 0 ? "seats.gone" : "seats.gone.all", { names: names.join(", ") });

/** Presses on seats, whether in the map or in the list: what they change, and what is said about it. */
export const useSeatPicking = (seats: Seats, { map, list }: { map: SeatMap; list: readonly Seat[] }): SeatPicking => {
  const t = useText(seatStrings);
  const announce = useAnnounce();
  const [said, setSaid] = useState<string>();
  const hall = useMemo(() => hallOf(list), [list]);
  const { picked, pick, lose, choices } = seats;
  const wanted = seatsWanted(choices);
  const needed = Object.values(wanted).reduce((sum, count) => sum + count, 0);
  const chosen = useMemo(() => new Set(picked.map((seat) => seat.seat_template_id)), [picked]);

  const tell = (text: string, { isRefusal = false } = {}) => {
    setSaid(isRefusal ? text : undefined);
    announce(text);
  };
  const standing = (key: "seats.picked" | "seats.moved" | "seats.given", of: readonly PickedSeat[], now: number) =>
    tell(t(key, { names: of.map(({ name }) => name).join(", "), chosen: now, needed }));

  // The hall was looked at anew while choosing: what somebody else took meanwhile is not promised any longer.
  useEffect(() => {
    const { kept, gone } = keptSeats(hall, picked);
    if (gone.length === 0) return;
    lose(kept, gone);
    announce(goneText({ names: gone.map(({ name }) => name), kept: kept.length }, t));
  }, [hall, picked, lose, announce, t]);

  const settle = (result: Picked, isTaking: boolean) => {
    if ("refusal" in result) {
      const { kind, name, state } = result.refusal;
      return tell(t(`seats.${kind}`, { name, state: t(`seats.state.${state}`) }), { isRefusal: true });
    }
    pick(result.picked);
    standing(
      !isTaking ? "seats.given" : result.hasMoved ? "seats.moved" : "seats.picked",
      result.changed,
      result.picked.length,
    );
  };

  return {
    hall,
    wanted,
    chosen,
    needed,
    said: seats.notice?.kind === "gone" ? goneText(seats.notice, t) : said,
    toggle: (id) => {
      const picking = { hall, wanted, picked };
      settle(chosen.has(id) ? deselectSeat(picking, id) : selectSeat(picking, id), !chosen.has(id));
    },
    takeBest: () => {
      // Whoever has all seats and asks for the best means other ones than these.
      const before = picked.length < needed ? picked : [];
      const best = bestSeats({ hall, wanted, picked: before }, bestPlace(map));
      if (best.length === before.length) return tell(t("seats.best.none"), { isRefusal: true });
      pick(best);
      standing("seats.picked", best, best.length);
    },
    clear: () => {
      pick([]);
      tell(t("seats.cleared"));
    },
  };
};
