import { queryOptions } from "@tanstack/react-query";
import type { Day } from "@foyer/contract/basics.ts";
import { getSeatMap } from "@foyer/contract/shop/seating.ts";
import { priceCalendar, priceSessions, type TicketQuantity } from "@foyer/contract/shop/sessions.ts";
import { call } from "../../../api/call.ts";
import { eventKey, type EventLink } from "./eventKeys.ts";
import { mustBypassCache, ticketGroupFilter, refetchOnFocus } from "./reserve.queries.ts";

/** The days on which a selection is available, with its price. Never cached. */
export const pricedCalendarQuery = ({ event_template_id }: EventLink, wanted: readonly TicketQuantity[]) =>
  queryOptions({
    queryKey: [...eventKey(event_template_id), "calendar", "for", wanted],
    queryFn: ({ signal }) =>
      call(
        priceCalendar,
        { event_template_id, ticket_types_required: [...wanted] },
        { signal, query: { _format: "extended" } },
      ).then((reply) => reply.calendar._data),
    ...refetchOnFocus,
  });

/** The sessions of a day with the price of a selection; one without enough tickets counts as sold out. */
export const pricedSessionsQuery = ({ event_template_id }: EventLink, day: Day, wanted: readonly TicketQuantity[]) =>
  queryOptions({
    queryKey: [...eventKey(event_template_id), "sessions", day, "for", wanted],
    queryFn: ({ signal }) =>
      call(
        priceSessions,
        { event_template_id, ticket_types_required: [...wanted] },
        { signal, query: { _ondate: day, _sort: "start_datetime", _include_sold_out: "true" } },
      ).then(({ event_session, price_schedule }) => {
        const scheduled = new Map(price_schedule._data.map((one) => [one.event_session_id, one]));
        return event_session._data.map((session) => {
          const schedule = scheduled.get(session.id);
          return {
            ...session,
            price: schedule?.price ?? session.price,
            /** The outside fees on top of the price; null if unknown. */
            fees: schedule?.fees ?? null,
            sold_out: schedule?.available === false || session.sold_out,
          };
        });
      }),
    ...refetchOnFocus,
  });

/** The seat map of a session and the state of its seats. Null if the session has none. */
export const seatMapQuery = ({ slug, event_template_id, tg }: EventLink, event_session_id: string) =>
  queryOptions({
    queryKey: [...eventKey(event_template_id), "seats", event_session_id, tg.join()],
    queryFn: ({ signal, client }) =>
      call(
        getSeatMap,
        { event_template_id, event_session_id, _withgeometry: "true", ...ticketGroupFilter(tg) },
        { signal, fresh: mustBypassCache(client, { slug, event_template_id }) },
      ).then(({ seat_map, seat }) => ({ map: seat_map._data[0] ?? null, seats: seat._data })),
    ...refetchOnFocus,
  });
