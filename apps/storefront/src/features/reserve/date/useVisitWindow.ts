import type { EventTemplate } from "@foyer/contract/shop/catalog.ts";
import type { CalendarDate, EventSession } from "@foyer/contract/shop/sessions.ts";
import { daysFittingVisit, sessionsFittingVisit, visitLimit, visitSettingsOf } from "@foyer/rules/hold/visitLimit.ts";
import { useSaved } from "../../../shared/storage/saved.ts";
import { useSeller } from "../../../shared/seller/seller.tsx";
import { useCart } from "../../cart/cart.queries.ts";

type VisitWindowFilter = {
  readonly days: (days: readonly CalendarDate[]) => readonly CalendarDate[];
  readonly sessions: (sessions: readonly EventSession[]) => readonly EventSession[];
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
  return {
    days: (days) => (limit ? daysFittingVisit(days, limit) : days),
    sessions: (sessions) => (limit ? sessionsFittingVisit(sessions, limit) : sessions),
  };
};
