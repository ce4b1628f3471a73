import type { QueryClient } from "@tanstack/react-query";
import { hallOf, keptSeats, type PickedSeat } from "@foyer/rules/seatPick.ts";
import type { Refused } from "../../api/call.ts";
import { seatMapQuery } from "./later.queries.ts";
import type { EventAt } from "./eventKeys.ts";

type Asked = {
  readonly client: QueryClient;
  readonly at: EventAt;
  readonly session: { readonly id: string };
  readonly picked: readonly PickedSeat[];
  readonly refused: Refused;
};

/** The hall as it is after a refusal: which of the seats can still be had. The seat that was refused cannot, whatever the hall says. */
export const seatsAfter = async ({ client, at, session, picked, refused }: Asked) => {
  const { seats } = await client.fetchQuery({
    ...seatMapQuery(at, session.id),
    staleTime: 0,
  });
  const hall = new Map(hallOf(seats));
  if (typeof refused.extra.seat_template_id === "string") hall.delete(refused.extra.seat_template_id);
  return keptSeats(hall, picked);
};
