import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useSearch } from "wouter";
import type { Cart } from "@foyer/contract/shop/cart.ts";
import type { EventReply, EventTemplate, MessageRule } from "@foyer/contract/shop/catalog.ts";
import type { EventSession } from "@foyer/contract/shop/sessions.ts";
import { todayAt } from "@foyer/rules/values/localTime.ts";
import { parseReserveQuery } from "@foyer/rules/reserve/reserveQuery.ts";
import { findConflict, isAllDayVisit } from "@foyer/rules/reserve/sessionPicker.ts";
import { reservableGroups } from "@foyer/rules/reserve/reservableGroups.ts";
import { useBoot } from "../../../shared/seller/seller.tsx";
import { useCart } from "../../cart/cart.queries.ts";
import { eventKey, type EventLink } from "../queries/eventKeys.ts";
import { eventTimeZone } from "../queries/reserve.queries.ts";

const noRules: readonly MessageRule[] = [];
export const messageRulesOf = (event: EventReply): readonly MessageRule[] => event.message_rule?._data ?? noRules;

/** What both reserve forms start from: the event as the link shows it, and the visitor's cart. */
export const useReserveContext = (event: EventReply, slug: string) => {
  const { seller, now } = useBoot();
  const client = useQueryClient();
  const { cart, cart_id } = useCart();
  const search = useSearch();
  const today = todayAt(Temporal.Instant.from(now), eventTimeZone(event, seller.timezone));
  const [query, setQuery] = useState(() => parseReserveQuery(search, today));
  const template = event.event_template._data[0];
  const event_template_id = template?.id ?? "";
  const eventLink: EventLink = { slug, event_template_id, tg: query.tg };
  useRefetchWithCart(client, event_template_id, cart_id);
  const groups = reservableGroups(event.ticket_group?._data ?? [], query.tg);
  return { seller, client, cart, search, today, query, setQuery, template, eventLink, groups };
};
export type ReserveContext = ReturnType<typeof useReserveContext>;

/** The server renders the page without a cart; a visitor with one fetches the event again. */
const useRefetchWithCart = (client: QueryClient, event_template_id: string, cart_id: string | null): void => {
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
  }: {
    readonly session: EventSession | undefined;
    /** The sessions of the same day. */
    readonly known: readonly EventSession[] | undefined;
    /** Minutes that the seller requires between two visits. */
    readonly padding: number | undefined;
  },
): { readonly conflict: string | undefined; readonly isAnchored: boolean } => {
  const isAllDay = session && isAllDayVisit(session, template?.event_type ?? "other", known?.length ?? 0);
  return {
    conflict:
      session && !isAllDay ? findConflict(session, cart?.lines ?? [], template?.meta ?? {}, padding)?.name : undefined,
    isAnchored: cart?.anchor != null && template?.meta.requires_anchor === true,
  };
};
