import type { Received } from "@foyer/contract/endpoint.ts";
import type { getOrder, OrderReply } from "@foyer/contract/shop/orders/orders.ts";
import { distinctIds } from "@foyer/rules/values/distinctIds.ts";
import type { RequestContext } from "../../http/requestContext.ts";
import { readReferencedRows } from "../catalog/events/readReferencedRows.ts";
import { identitiesById } from "./orders.sql.ts";
import { readOrderMemberships } from "../membership/read/readMemberships.ts";

/** The tickets to return, and the rows to embed. */
export type OrderQuery = Pick<Received<typeof getOrder>, "ticket.state._in" | "ticket_group.handler._in"> & {
  readonly _embed?: readonly string[] | undefined;
};

type Tickets = NonNullable<OrderReply["ticket"]>["_data"];
type Catalog = Awaited<ReturnType<typeof readReferencedRows>>;
type Embeds = ReturnType<typeof embedsOf>;

/**
 * Filters the tickets of orders and adds the rows that `_embed` names. The caller has checked access to the orders.
 * Because the order's link is enough for access, memberships are embedded without personal data.
 */
export const embedInOrders = async (ctx: RequestContext, reply: OrderReply, sent: OrderQuery): Promise<OrderReply> => {
  const { "ticket.state._in": states, "ticket_group.handler._in": handlers, _embed = [] } = sent;
  const embeds = embedsOf(_embed);
  const all = reply.ticket?._data ?? [];
  const inState = states ? all.filter(({ state }) => states.some((one) => one === state)) : all;
  const isCatalogNeeded = handlers !== undefined || Object.values(embeds).some(Boolean);
  const catalog = isCatalogNeeded ? await readCatalog(ctx, inState, embeds) : undefined;
  const groups = catalog?.groups.filter(({ handler }) => !handlers || handlers.some((one) => one === handler)) ?? [];
  const tickets = handlers
    ? inState.filter(({ ticket_group_id }) => groups.some(({ id }) => id === ticket_group_id))
    : inState;
  return {
    ...reply,
    ticket: { _data: tickets },
    ...(_embed.includes("membership") && { membership: { _data: await membershipsOf(ctx, reply) } }),
    ...(_embed.includes("identity") && { identity: { _data: await ownIdentities(ctx, reply) } }),
    ...(catalog && embeddedRows({ ...catalog, groups }, tickets, embeds)),
  };
};

const embedsOf = (names: readonly string[]) => {
  const hasAny = (...wanted: readonly string[]) => wanted.some((name) => names.includes(name));
  return {
    groups: hasAny("ticket_group", "ticket.ticket_group"),
    types: hasAny("ticket_type", "ticket.ticket_type"),
    events: hasAny("event_template"),
    venues: hasAny("event_template.venue"),
    sessions: hasAny("event_session", "ticket.event_session"),
  };
};

const readCatalog = (ctx: RequestContext, tickets: Tickets, embeds: Embeds): Promise<Catalog> =>
  readReferencedRows(ctx, {
    events: distinctIds(tickets.map(({ event_template_id }) => event_template_id)),
    groups: distinctIds(tickets.map(({ ticket_group_id }) => ticket_group_id)),
    types: distinctIds(tickets.map(({ ticket_type_id }) => ticket_type_id)),
    sessions: embeds.sessions ? distinctIds(tickets.map(({ event_session_id }) => event_session_id)) : [],
  });

const rowsWithIds = <Row extends { readonly id: string }>(rows: readonly Row[], ids: readonly (string | null)[]) => ({
  _data: rows.filter(({ id }) => ids.includes(id)),
});

/** Only rows that the remaining tickets refer to. */
const embeddedRows = (
  { groups, types, events, venues, sessions }: Pick<Catalog, "groups" | "types" | "events" | "venues" | "sessions">,
  tickets: Tickets,
  embeds: Embeds,
): Partial<OrderReply> => {
  const ofTickets = rowsWithIds(
    events,
    tickets.map(({ event_template_id }) => event_template_id),
  );
  const typeIds = tickets.map(({ ticket_type_id }) => ticket_type_id);
  const venueIds = ofTickets._data.map(({ venue_id }) => venue_id);
  const sessionIds = tickets.map(({ event_session_id }) => event_session_id);
  return {
    ...(embeds.groups && { ticket_group: { _data: [...groups] } }),
    ...(embeds.types && { ticket_type: rowsWithIds(types, typeIds) }),
    ...(embeds.events && { event_template: ofTickets }),
    ...(embeds.venues && { venue: rowsWithIds(venues, venueIds) }),
    ...(embeds.sessions && { event_session: rowsWithIds(sessions, sessionIds) }),
  };
};

/** An order that is opened by its link has no `identity_id`, and so no buyer. */
const ownIdentities = (ctx: RequestContext, { ticket_order }: OrderReply) =>
  identitiesById(ctx, distinctIds(ticket_order._data.map(({ identity_id }) => identity_id)));

const membershipsOf = async (ctx: RequestContext, { ticket_order }: OrderReply) => {
  const { membership } = await readOrderMemberships(
    ctx,
    ticket_order._data.map(({ id }) => id),
  );
  return membership._data;
};
