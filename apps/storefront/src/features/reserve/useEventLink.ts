import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useSearch } from "wouter";
import type { Cart } from "@foyer/contract/cart.ts";
import type { EventReply, EventTemplate } from "@foyer/contract/catalog.ts";
import type { EventSession } from "@foyer/contract/sessions.ts";
import { todayAt } from "@foyer/rules/days.ts";
import { readReserveQuery } from "@foyer/rules/reserveQuery.ts";
import { conflictOf, isAllDayVisit } from "@foyer/rules/sessions.ts";
import { shownGroups } from "@foyer/rules/soldGroups.ts";
import { useBoot } from "../../shared/seller.tsx";
import { useCart } from "../cart/cart.queries.ts";
import { eventKey, type EventAt } from "./eventKeys.ts";
import { zoneOf } from "./reserve.queries.ts";

/** Where every way of reserving begins: the event as the link of the page shows it, beside the visitor's cart. */
export const useEventLink = (event: EventReply, slug: string) => {
  const { seller, now } = useBoot();
  const client = useQueryClient();
  const { cart, cart_id } = useCart();
  const search = useSearch();
  const today = todayAt(Temporal.Instant.from(now), zoneOf(event, seller.timezone));
  const [query, setQuery] = useState(() => readReserveQuery(search, today));
  const template = event.event_template._data[0];
  const event_template_id = template?.id ?? "";
  const at: EventAt = { slug, event_template_id, tg: query.tg };
  useReAskWithCart(client, event_template_id, cart_id);
  const groups = shownGroups(event.ticket_group?._data ?? [], query.tg);
  return { seller, client, cart, search, today, query, setQuery, template, at, groups };
};

/** The page came as everybody sees it; whoever turns out to have a cart sees it anew with what they hold. */
const useReAskWithCart = (client: QueryClient, event_template_id: string, cart_id: string | null): void => {
  useEffect(() => {
    if (cart_id !== null) void client.invalidateQueries({ queryKey: eventKey(event_template_id) });
  }, [client, event_template_id, cart_id]);
};

/** How a session stands to what the cart holds: what it runs into, and whether the event belongs to the visit there. */
export const besideCart = (
  cart: Cart | undefined,
  template: EventTemplate | undefined,
  {
    session,
    known,
    padding,
  }: {
    readonly session: EventSession | undefined;
    /** The sessions of its day. */
    readonly known: readonly EventSession[] | undefined;
    /** The seller's minutes between two visits. */
    readonly padding: number | undefined;
  },
): { readonly conflict: string | undefined; readonly isAnchored: boolean } => {
  const isAllDay = session && isAllDayVisit(session, template?.event_type ?? "other", known?.length ?? 0);
  return {
    conflict:
      session && !isAllDay ? conflictOf(session, cart?.lines ?? [], template?.meta ?? {}, padding)?.name : undefined,
    isAnchored: cart?.anchor != null && template?.meta.requires_anchor === true,
  };
};
