import { useEffect, useMemo, useState } from "react";
import type { Seat, SeatMap } from "@foyer/contract/shop/seating.ts";
import { bestPosition, bestSeats } from "@foyer/rules/seating/bestSeats.ts";
import { requiredSeats } from "@foyer/rules/seating/assignSeats.ts";
import {
  deselectSeat,
  hallOf,
  revalidateSeats,
  selectSeat,
  type Hall,
  type SeatSelectionResult,
  type PickedSeat,
  type SeatCounts,
} from "@foyer/rules/seating/selectSeat.ts";
import { useAnnounce } from "@foyer/ui/feedback/Announcer.tsx";
import { useText, type Translator } from "../../../shared/seller/seller.tsx";
import { seatStrings } from "./seats.strings.ts";
import type { SeatSelectionState } from "./seatSelection.ts";

export type SeatPicking = {
  readonly hall: Hall;
  readonly wanted: SeatCounts;
  readonly chosen: ReadonlySet<string>;
  readonly needed: number;
  /** What the last press could not do, in words. */
  readonly message: string | undefined;
  readonly toggle: (id: string) => void;
  readonly takeBest: () => void;
  readonly clear: () => void;
};

/** Which seats went to somebody else, and what became of the others. */
export const lostSeatsText = (
  { names, kept }: { readonly names: readonly string[]; readonly kept: number },
  t: Translator<typeof seatStrings>,
): string => t(kept > 0 ? "seats.gone" : "seats.gone.all", { names: names.join(", ") });

/** Presses on seats, whether in the map or in the list: what they change, and what is said about it. */
export const useSeatPicking = (
  seats: SeatSelectionState,
  { map, list }: { map: SeatMap; list: readonly Seat[] },
): SeatPicking => {
  const t = useText(seatStrings);
  const announce = useAnnounce();
  const [message, setMessage] = useState<string>();
  const hall = useMemo(() => hallOf(list), [list]);
  const { picked, pick, dropSeats, choices } = seats;
  const wanted = requiredSeats(choices);
  const needed = Object.values(wanted).reduce((sum, count) => sum + count, 0);
  const chosen = useMemo(() => new Set(picked.map((seat) => seat.seat_template_id)), [picked]);

  const report = (text: string, { isRefusal = false } = {}) => {
    setMessage(isRefusal ? text : undefined);
    announce(text);
  };
  const reportChange = (key: "seats.picked" | "seats.moved" | "seats.given", of: readonly PickedSeat[], now: number) =>
    report(t(key, { names: of.map(({ name }) => name).join(", "), chosen: now, needed }));

  // The hall was looked at anew while choosing: what somebody else took meanwhile is not promised any longer.
  useEffect(() => {
    const { kept, gone } = revalidateSeats(hall, picked);
    if (gone.length === 0) return;
    dropSeats(kept, gone);
    announce(lostSeatsText({ names: gone.map(({ name }) => name), kept: kept.length }, t));
  }, [hall, picked, dropSeats, announce, t]);

  const applyResult = (result: SeatSelectionResult, isTaking: boolean) => {
    if ("refusal" in result) {
      const { kind, name, state } = result.refusal;
      return report(t(`seats.${kind}`, { name, state: t(`seats.state.${state}`) }), { isRefusal: true });
    }
    pick(result.picked);
    reportChange(
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
    message: seats.notice?.kind === "gone" ? lostSeatsText(seats.notice, t) : message,
    toggle: (id) => {
      const picking = { hall, wanted, picked };
      applyResult(chosen.has(id) ? deselectSeat(picking, id) : selectSeat(picking, id), !chosen.has(id));
    },
    takeBest: () => {
      // Whoever has all seats and asks for the best means other ones than these.
      const before = picked.length < needed ? picked : [];
      const best = bestSeats({ hall, wanted, picked: before }, bestPosition(map));
      if (best.length === before.length) return report(t("seats.best.none"), { isRefusal: true });
      pick(best);
      reportChange("seats.picked", best, best.length);
    },
    clear: () => {
      pick([]);
      report(t("seats.cleared"));
    },
  };
};
