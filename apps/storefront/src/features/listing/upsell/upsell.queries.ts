import { queryOptions } from "@tanstack/react-query";
import type { Cart } from "@foyer/contract/shop/cart.ts";
import { listEvents } from "@foyer/contract/shop/listing.ts";
import type { Configuration } from "@foyer/contract/shop/seller.ts";
import { isSessionOpen } from "@foyer/rules/reserve/sessionPicker.ts";
import { upsellOffers } from "@foyer/rules/reserve/upsell.ts";
import { sessionsFittingVisit, visitLimit, type VisitLimit } from "@foyer/rules/hold/visitLimit.ts";
import { call } from "../../../api/call.ts";
import { listingParameters, type ListingReply } from "../listing.queries.ts";
import type { ListingFilters } from "../listingFilters.ts";

type TimeBounds = { readonly from: string; readonly before: string };

/** The server filters sessions by their start; a session during a visit may have started before it. */
const boundsOf = (window: Cart["visit_window"], limit: VisitLimit | undefined): TimeBounds | undefined => {
  if (!window) return undefined;
  const earlier = { hours: limit?.policy === "timeslot" ? 24 : 0 };
  // The end of a window is exclusive, but not for a rule about session starts; that case is filtered below.
  return {
    from: Temporal.Instant.from(window.start).subtract(earlier).toString(),
    before: Temporal.Instant.from(window.end).add({ seconds: 1 }).toString(),
  };
};

/** What the shop offers with this cart: events that fit the visit, and those without a time. */
export const upsellQuery = (filters: ListingFilters, cart: Cart, upsells: Configuration["upsells"]) => {
  const limit = visitLimit(upsells?.visit_time, cart);
  const bounds = boundsOf(cart.visit_window, limit);
  const heldEventIds = cart.lines.map(({ event_template_id }) => event_template_id);
  return queryOptions({
    queryKey: ["listing", "upsell", filters, heldEventIds, cart.anchor, bounds ?? null] as readonly unknown[],
    queryFn: async ({ signal }): Promise<ListingReply> => {
      const [all, timed] = await Promise.all([
        call(listEvents, listingParameters(filters), { signal }),
        bounds &&
          call(
            listEvents,
            {
              ...listingParameters(filters),
              "event_session.start_datetime._gte": bounds.from,
              "event_session.start_datetime._lt": bounds.before,
              includeSessions: "true",
            },
            { signal },
          ),
      ]);
      const events = upsellOffers(all.event_template._data, upsells, cart);
      // No filter for categories that are never offered.
      const categories = upsells?.categories;
      const category = { _data: all.category._data.filter(({ name }) => categories?.includes(name) ?? true) };
      if (!timed) return { ...all, category, event_template: { _data: events }, isUpsell: true };
      const open = (timed.event_session?._data ?? []).filter(isSessionOpen);
      const inTime = new Set(
        (limit ? sessionsFittingVisit(open, limit) : open).map((session) => session.event_template_id),
      );
      return {
        ...all,
        category,
        isUpsell: true,
        event_template: { _data: events.filter(({ id, next_session }) => next_session === null || inTime.has(id)) },
      };
    },
  });
};
