import { queryOptions } from "@tanstack/react-query";
import type { Cart } from "@foyer/contract/shop/cart.ts";
import { listEvents, type ListedEvent } from "@foyer/contract/shop/listing.ts";
import type { Seller } from "@foyer/contract/shop/seller.ts";
import type { EventSession } from "@foyer/contract/shop/sessions.ts";
import { daysPrice, lowestAmount } from "@foyer/rules/reserve/prices/daysPrice.ts";
import { isSessionOpen } from "@foyer/rules/reserve/sessionPicker.ts";
import { upsellOffers } from "@foyer/rules/upsell/upsell.ts";
import { visitsWithout } from "@foyer/rules/upsell/visitsWithout.ts";
import {
  sessionsFittingVisit,
  startPeriods,
  visitLimit,
  visitSettingsOf,
  type VisitLimit,
} from "@foyer/rules/hold/visitLimit.ts";
import { call } from "../../../api/call.ts";
import { listingParameters, type ListingReply } from "../listing.queries.ts";
import type { ListingFilters } from "../listingFilters.ts";

/** Whether an offer is in the wanted category, or in one of a comma-separated list. */
const isIn = (category: string | null, wanted: string | undefined): boolean =>
  wanted === undefined || (category !== null && wanted.split(",").includes(category));

type TimedListing = { readonly events: readonly ListedEvent[]; readonly sessions: readonly EventSession[] };

type AtVisitOptions = { readonly limit: VisitLimit; readonly visit_time: string | undefined; readonly cart: Cart };

/**
 * Only events with an open session during a visit that does not have them, each with the first of these; events without
 * sessions fit any time.
 */
const atVisit = (
  events: readonly ListedEvent[],
  timed: readonly ListingReply[],
  { limit, visit_time, cart }: AtVisitOptions,
): TimedListing => {
  const open = timed.flatMap(({ event_session }) => event_session?._data ?? []).filter(isSessionOpen);
  const sessions = events.flatMap(({ id }) =>
    sessionsFittingVisit(
      open.filter(({ event_template_id }) => event_template_id === id),
      visitsWithout(id, visit_time, cart) ?? limit,
    ),
  );
  const sessionsOf = (id: string) => sessions.filter(({ event_template_id }) => event_template_id === id);
  return {
    sessions,
    events: events.flatMap((event) => {
      const fitting = sessionsOf(event.id);
      const [first] = fitting;
      if (!first) return event.next_session === null ? [event] : [];
      const lowest = lowestAmount(
        fitting.flatMap(({ min_price }) => min_price ?? []),
        false,
      );
      const listed = daysPrice(fitting, event.listed_price_is_lowest);
      return [
        {
          ...event,
          next_session: first.start_datetime,
          min_price: lowest?.amount ?? event.min_price,
          listed_price: listed?.amount ?? event.listed_price,
          listed_price_is_lowest: listed?.isLowest ?? event.listed_price_is_lowest,
          sold_out: false,
        },
      ];
    }),
  };
};

/** What the shop offers with this cart: events at the time of the visit, and those without a time. */
export const upsellQuery = (filters: ListingFilters, cart: Cart, seller: Pick<Seller, "configuration" | "web">) => {
  const { upsells } = seller.configuration;
  const limit = visitLimit(visitSettingsOf(seller), cart);
  // Separate, because visits can be weeks apart and a reply contains some sessions of each event only.
  const periods = limit && startPeriods(limit);
  const held = cart.lines.map(({ event_template_id, event_session_id }) => [event_template_id, event_session_id]);
  // The day is that of the visit, and the categories to choose from are those of the offers.
  const { category: wanted, date, ...others } = filters;
  const parameters = listingParameters(periods || date === undefined ? others : { ...others, date });
  return queryOptions({
    queryKey: ["listing", "upsell", filters, held, cart.anchor, periods ?? null] as readonly unknown[],
    queryFn: async ({ signal }): Promise<ListingReply> => {
      const [all, timed] = await Promise.all([
        call(listEvents, parameters, { signal }),
        Promise.all(
          (periods ?? []).map(({ from, before }) =>
            call(
              listEvents,
              {
                ...parameters,
                "event_session.start_datetime._gte": from,
                "event_session.start_datetime._lt": before,
                includeSessions: "true",
              },
              { signal, fresh: true },
            ),
          ),
        ),
      ]);
      const offers = upsellOffers(all.event_template._data, upsells, cart);
      const { events, sessions } = limit
        ? atVisit(offers, timed, { limit, visit_time: upsells?.visit_time, cart })
        : { events: offers, sessions: [] };
      return {
        ...all,
        isUpsell: true,
        ...(limit && { isAtVisit: true }),
        // Omits filters that would lead to an empty listing.
        category: { _data: all.category._data.filter(({ name }) => events.some(({ category }) => category === name)) },
        event_template: { _data: events.filter(({ category }) => isIn(category, wanted)) },
        event_session: { _data: [...sessions] },
      };
    },
  });
};
