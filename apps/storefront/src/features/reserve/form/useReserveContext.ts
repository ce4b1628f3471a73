import { allDayEvent } from "@foyer/rules/catalog/allDay.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useSearch } from "wouter";
import type { Cart } from "@foyer/contract/shop/cart.ts";
import type { EventReply, EventTemplate, MessageRule } from "@foyer/contract/shop/catalog.ts";
import type { EventSession } from "@foyer/contract/shop/sessions.ts";
import type { Seller } from "@foyer/contract/shop/seller.ts";
import { linesOfOtherVisits } from "@foyer/rules/hold/visitLimit.ts";
import { isDuringVisit, parseVisitTime } from "@foyer/rules/hold/visitTime.ts";
import { todayAt } from "@foyer/rules/dates/localTime.ts";
import { parseReserveQuery } from "@foyer/rules/reserve/reserveQuery.ts";
import { findConflict, isAllDayVisit } from "@foyer/rules/reserve/sessionPicker.ts";
import { reservableGroups } from "@foyer/rules/reserve/reservableGroups.ts";
import { useBoot } from "../../../shared/seller/seller.tsx";
import { useSaved } from "../../../shared/storage/saved.ts";
import { useCart } from "../../cart/cart.queries.ts";
import { eventKey, type EventLink } from "../queries/eventKeys.ts";
import { eventTimeZone } from "../event/eventTimeZone.ts";

const noRules: readonly MessageRule[] = [];
export const messageRulesOf = (event: EventReply): readonly MessageRule[] => event.message_rule?._data ?? noRules;

/** The common basis of both reserve forms: the event as the link shows it, and the visitor's cart. */
export const useReserveContext = (event: EventReply, slug: string) => {
  const { seller, now } = useBoot();
  const client = useQueryClient();
  const { cart } = useCart();
  const search = useSearch();
  const timezone = eventTimeZone(event, seller.timezone);
  const today = todayAt(Temporal.Instant.from(now), timezone);
  const [query, setQuery] = useState(() => parseReserveQuery(search, today));
  const template = event.event_template._data[0];
  const event_template_id = template?.id ?? "";
  const eventLink: EventLink = { slug, event_template_id, tg: query.tg };
  const groups = reservableGroups(event.ticket_group?._data ?? [], query.tg);
  const isAddOn = useIsAddOn(template, seller);
  return { seller, client, cart, search, timezone, today, query, setQuery, template, eventLink, groups, isAddOn };
};
export type ReserveContext = ReturnType<typeof useReserveContext>;

/** Add-ons that require an admission belong to the visit, and so do those offered for the time of the visit. */
const useIsAddOn = (template: EventTemplate | undefined, { configuration }: Seller): boolean => {
  const [{ upsell_chain }] = useSaved();
  if (template?.meta.requires_anchor === true) return true;
  const policy = parseVisitTime(configuration.upsells?.visit_time);
  return template !== undefined && upsell_chain.includes(template.id) && isDuringVisit(policy);
};

/** The server renders the page without a cart; a visitor with one fetches the event again. */
export const useRefetchWithCart = (event_template_id: string): void => {
  const client = useQueryClient();
  const { cart_id } = useCart();
  useEffect(() => {
    if (cart_id !== null) void client.invalidateQueries({ queryKey: eventKey(event_template_id) });
  }, [client, event_template_id, cart_id]);
};

/** Compares a session with the cart: a conflicting time, and whether the event belongs to the visit. */
export const compareWithCart = (
  cart: Cart | undefined,
  template: EventTemplate | undefined,
  {
    session,
    known,
    padding,
    isAddOn,
  }: {
    readonly session: EventSession | undefined;
    /** The sessions of the same day. */
    readonly known: readonly EventSession[] | undefined;
    /** Minutes that the seller requires between two visits. */
    readonly padding: number | undefined;
    /** The event belongs to the visit in the cart. */
    readonly isAddOn: boolean;
  },
): { readonly conflict: string | undefined; readonly isAnchored: boolean } => {
  const isAllDay = session && template && isAllDayVisit(session, allDayEvent(template), known?.length ?? 0);
  const lines =
    cart && template ? linesOfOtherVisits(cart.lines, { event_template_id: template.id, isAddOn }, cart.anchor) : [];
  return {
    conflict: session && !isAllDay ? findConflict(session, lines, template?.meta ?? {}, padding)?.name : undefined,
    isAnchored: cart?.anchor != null && template?.meta.requires_anchor === true,
  };
};
