import type { EventTemplate } from "@foyer/contract/shop/catalog.ts";
import type { CalendarDate, EventSession } from "@foyer/contract/shop/sessions.ts";
import { localDayOf } from "@foyer/rules/dates/localTime.ts";
import { daysFittingVisit, sessionsFittingVisit, visitLimit, visitSettingsOf } from "@foyer/rules/hold/visitLimit.ts";
import { visitsWithout } from "@foyer/rules/upsell/visitsWithout.ts";
import { useSaved } from "../../../shared/storage/saved.ts";
import { useSeller } from "../../../shared/seller/seller.tsx";
import { useCart } from "../../cart/cart.queries.ts";

const noCart = { anchor: null, lines: [] };

type VisitWindowFilter = {
  readonly days: (days: readonly CalendarDate[]) => readonly CalendarDate[];
  readonly sessions: (sessions: readonly EventSession[]) => readonly EventSession[];
  /** The day of the visit that it is probably for: the first one that does not have it yet. */
  readonly visitDay: string | undefined;
};

/**
 * Add-ons that require an admission, and those offered after one, are limited to the visit in the cart. Other events
 * are not.
 */
export const useVisitWindow = (event: Pick<EventTemplate, "id" | "meta"> | undefined): VisitWindowFilter => {
  const { configuration, web } = useSeller();
  const { cart } = useCart();
  const [{ upsell_chain }] = useSaved();
  const isAddOn = event !== undefined && (event.meta.requires_anchor === true || upsell_chain.includes(event.id));
  const limit = isAddOn ? visitLimit(visitSettingsOf({ configuration, web }), cart) : undefined;
  const [without] = isAddOn
    ? (visitsWithout(event.id, configuration.upsells?.visit_time, cart ?? noCart)?.visits ?? [])
    : [];
  return {
    visitDay: without ? localDayOf(without.start_datetime, without.timezone) : cart?.anchor?.local_day,
    days: (days) => (limit ? daysFittingVisit(days, limit) : days),
    sessions: (sessions) => (limit ? sessionsFittingVisit(sessions, limit) : sessions),
  };
};
