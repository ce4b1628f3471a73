import type { EventTemplate } from "@foyer/contract/shop/catalog.ts";
import type { CalendarDate, EventSession } from "@foyer/contract/shop/sessions.ts";
import { daysFittingVisit, sessionsFittingVisit, visitLimit } from "@foyer/rules/hold/visitLimit.ts";
import { useSaved } from "../../../shared/storage/saved.ts";
import { useSeller } from "../../../shared/seller/seller.tsx";
import { useCart } from "../../cart/cart.queries.ts";

type VisitWindowFilter = {
  readonly days: (days: readonly CalendarDate[]) => readonly CalendarDate[];
  readonly sessions: (sessions: readonly EventSession[]) => readonly EventSession[];
};

/**
 * Of an add-on only what goes with the visit in the cart is offered: of an event that stands on an admission, and of one
 * that is offered after it. Of every other event everything is.
 */
export const useVisitWindow = (event: Pick<EventTemplate, "id" | "meta"> | undefined): VisitWindowFilter => {
  const { upsells } = useSeller().configuration;
  const { cart } = useCart();
  const [{ upsell_chain }] = useSaved();
  const isAddOn = event !== undefined && (event.meta.requires_anchor === true || upsell_chain.includes(event.id));
  const limit = isAddOn ? visitLimit(upsells?.visit_time, cart) : undefined;
  return {
    days: (days) => (limit ? daysFittingVisit(days, limit) : days),
    sessions: (sessions) => (limit ? sessionsFittingVisit(sessions, limit) : sessions),
  };
};
