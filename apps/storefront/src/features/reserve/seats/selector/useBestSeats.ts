import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { EventSession } from "@foyer/contract/shop/sessions.ts";
import { bestPosition, bestSeats } from "@foyer/rules/seating/bestSeats.ts";
import { requiredSeats } from "@foyer/rules/seating/assignSeats.ts";
import { hallOf, type PickedSeat } from "@foyer/rules/seating/selectSeat.ts";
import { useAnnounce } from "@foyer/ui/feedback/Announcer.tsx";
import { useText } from "../../../../shared/seller/seller.tsx";
import { seatMapQuery } from "../../queries/deferred.queries.ts";
import type { SeatSelectionState } from "../seatSelection.ts";
import { seatStrings } from "../seats.strings.ts";

/**
 * Chooses the best available seats in one press, without the map; and once automatically for the tickets of the last visit,
 * where a failure shows no message because the visitor can choose then.
 */
export const useBestSeats = ({ eventLink, session, choices, pick, ...seats }: SeatSelectionState) => {
  const client = useQueryClient();
  const t = useText(seatStrings);
  const announce = useAnnounce();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const report = (text: string): void => {
    setProblem(text);
    announce(text);
  };
  const find = async (session: EventSession) => {
    const { map, seats } = await client.fetchQuery({ ...seatMapQuery(eventLink, session.id), staleTime: 0 });
    return map && bestSeats({ hall: hallOf(seats), wanted: requiredSeats(choices), picked: [] }, bestPosition(map), {});
  };
  const choose = (best: readonly PickedSeat[]): void => {
    pick(best);
    announce(t("seats.chosen.page", { count: best.length, names: best.map(({ name }) => name).join(", ") }));
  };
  const take = async (): Promise<void> => {
    if (!session || isBusy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      const best = await find(session);
      if (!best) return report(t("seats.none"));
      if (best.length === 0) return report(t("seats.best.none"));
      choose(best);
    } catch {
      report(t("seats.failed"));
    } finally {
      setBusy(false);
    }
  };
  const suggest = useEffectEvent(async (isOver: () => boolean): Promise<void> => {
    const best = session && (await find(session).catch(() => undefined));
    if (best && best.length > 0 && !isOver()) choose(best);
  });
  const { isSuggested, picked, notice, selector } = seats;
  const isAwaited = isSuggested && session && picked.length === 0 && !notice && selector === "closed";
  const hasSuggested = useRef(false);
  useEffect(() => {
    if (!isAwaited || hasSuggested.current) return;
    hasSuggested.current = true;
    let isOver = false;
    void suggest(() => isOver);
    return () => void (isOver = true);
  }, [isAwaited]);
  return { take: () => void take(), isBusy, problem };
};
