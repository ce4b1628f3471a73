import type { QueryClient } from "@tanstack/react-query";
import { hallOf, revalidateSeats, type PickedSeat } from "@foyer/rules/seating/selectSeat.ts";
import type { Refused } from "../../../api/call.ts";
import { seatMapQuery } from "../queries/deferred.queries.ts";
import type { EventLink } from "../queries/eventKeys.ts";

type RefreshSeatsInput = {
  readonly client: QueryClient;
  readonly at: EventLink;
  readonly session: { readonly id: string };
  readonly picked: readonly PickedSeat[];
  readonly refused: Refused;
};

/**
 * Loads the seats again after a refusal, to see which of the picked ones are still free. The refused seat is not, whatever
 * the map says.
 */
export const refreshSeats = async ({ client, at, session, picked, refused }: RefreshSeatsInput) => {
  const { seats } = await client.fetchQuery({
    ...seatMapQuery(at, session.id),
    staleTime: 0,
  });
  const hall = new Map(hallOf(seats));
  if (typeof refused.extra.seat_template_id === "string") hall.delete(refused.extra.seat_template_id);
  return revalidateSeats(hall, picked);
};
