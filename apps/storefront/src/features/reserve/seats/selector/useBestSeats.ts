import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { bestPosition, bestSeats } from "@foyer/rules/seating/bestSeats.ts";
import { requiredSeats } from "@foyer/rules/seating/assignSeats.ts";
import { hallOf } from "@foyer/rules/seating/selectSeat.ts";
import { useAnnounce } from "@foyer/ui/feedback/Announcer.tsx";
import { useText } from "../../../../shared/seller/seller.tsx";
import { seatMapQuery } from "../../queries/deferred.queries.ts";
import type { SeatSelectionState } from "../seatSelection.ts";
import { seatStrings } from "../seats.strings.ts";

/** Chooses the best available seats by one press, without the map. */
export const useBestSeats = ({ eventLink, session, choices, pick }: SeatSelectionState) => {
  const client = useQueryClient();
  const t = useText(seatStrings);
  const announce = useAnnounce();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const report = (text: string): void => {
    setProblem(text);
    announce(text);
  };
  const take = async (): Promise<void> => {
    if (!session || isBusy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      const { map, seats } = await client.fetchQuery({ ...seatMapQuery(eventLink, session.id), staleTime: 0 });
      if (!map) return report(t("seats.none"));
      const best = bestSeats(
        { hall: hallOf(seats), wanted: requiredSeats(choices), picked: [] },
        bestPosition(map),
        {},
      );
      if (best.length === 0) return report(t("seats.best.none"));
      pick(best);
      announce(t("seats.chosen.page", { count: best.length, names: best.map(({ name }) => name).join(", ") }));
    } catch {
      report(t("seats.failed"));
    } finally {
      setBusy(false);
    }
  };
  return { take: () => void take(), isBusy, problem };
};
