import { useEffect, useMemo, useState } from "react";
import type { Seat, SeatMap } from "@foyer/contract/shop/seating.ts";
import { bestPosition, bestSeats, type BestSeatsRequest } from "@foyer/rules/seating/bestSeats.ts";
import { requiredSeats } from "@foyer/rules/seating/assignSeats.ts";
import {
  countMissingSeats,
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

export type SeatPicker = {
  readonly hall: Hall;
  readonly wanted: SeatCounts;
  readonly chosen: ReadonlySet<string>;
  readonly needed: number;
  /** Why the last press had no effect. */
  readonly message: string | undefined;
  readonly toggle: (id: string) => void;
  readonly takeBest: (request?: BestSeatsRequest) => void;
  readonly clear: () => void;
};

/** Names the lost seats, and says whether others were kept. */
export const lostSeatsText = (
  { names, kept }: { readonly names: readonly string[]; readonly kept: number },
  t: Translator<typeof seatStrings>,
): string => t(kept > 0 ? "seats.gone" : "seats.gone.all", { names: names.join(", ") });

/** "Best available" adds to the chosen seats. Once none is missing, it replaces those of its price. */
const seatsKept = (picked: readonly PickedSeat[], wanted: SeatCounts, { group }: BestSeatsRequest) => {
  const isInGroup = (id: string) => group === undefined || id === group;
  const isMissing = Object.keys(wanted).some((id) => isInGroup(id) && countMissingSeats({ wanted, picked }, id) > 0);
  return isMissing ? picked : picked.filter((seat) => !isInGroup(seat.ticket_group_id));
};

/** Picks seats in the map or the list, and announces what changed. */
export const useSeatPicker = (
  seats: SeatSelectionState,
  { map, list }: { map: SeatMap; list: readonly Seat[] },
): SeatPicker => {
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

  // The seats were fetched again: those taken by others meanwhile are removed.
  useEffect(() => {
    const { kept, lost } = revalidateSeats(hall, picked);
    if (lost.length === 0) return;
    dropSeats(kept, lost);
    announce(lostSeatsText({ names: lost.map(({ name }) => name), kept: kept.length }, t));
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
    message: seats.notice?.kind === "lost" ? lostSeatsText(seats.notice, t) : message,
    toggle: (id) => {
      const selection = { hall, wanted, picked };
      applyResult(chosen.has(id) ? deselectSeat(selection, id) : selectSeat(selection, id), !chosen.has(id));
    },
    takeBest: (request = {}) => {
      const before = seatsKept(picked, wanted, request);
      const best = bestSeats({ hall, wanted, picked: before }, bestPosition(map), request);
      if (best.length === before.length)
        return report(t(request.wheelchair ? "seats.best.wheelchair.none" : "seats.best.none"), { isRefusal: true });
      pick(best);
      reportChange("seats.picked", best, best.length);
    },
    clear: () => {
      pick([]);
      report(t("seats.cleared"));
    },
  };
};
