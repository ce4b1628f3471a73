import type { Received } from "@foyer/contract/endpoint.ts";
import type { getOrder, OrderReply } from "@foyer/contract/shop/orders.ts";
import type { RequestContext } from "../../http/requestContext.ts";
import { readReferencedRows } from "../catalog/events/readReferencedRows.ts";
import { readOrderMemberships } from "../membership/read/readMemberships.ts";

/** Which tickets, and what they bring along. */
export type OrderQuery = Pick<Received<typeof getOrder>, "ticket.state._in" | "ticket_group.handler._in"> & {
  readonly _embed?: readonly string[] | undefined;
};

const distinctIds = (ids: Iterable<string | null>): string[] => [...new Set([...ids].filter((id) => id !== null))];

/**
 * Orders with the tickets that are wished for and with what `_embed` names (requirements CALL-79, 81, 85). Only for whoever
 * was shown the orders. Of their memberships nothing is told of who it is: the order's link alone opens this.
 */
export const embedInOrders = async (ctx: RequestContext, reply: OrderReply, sent: OrderQuery): Promise<OrderReply> => {
  const { "ticket.state._in": states, "ticket_group.handler._in": handlers, _embed = [] } = sent;
  const hasEmbed = (...names: readonly string[]) => names.some((name) => _embed.includes(name));
  const embeds = {
    groups: hasEmbed("ticket_group", "ticket.ticket_group"),
    types: hasEmbed("ticket_type", "ticket.ticket_type"),
    events: hasEmbed("event_template"),
    venues: hasEmbed("event_template.venue"),
    sessions: hasEmbed("event_session", "ticket.event_session"),
  };
  const all = reply.ticket?._data ?? [];
  const inState = states ? all.filter(({ state }) => states.some((one) => one === state)) : all;
  const catalog =
    handlers || Object.values(embeds).some(Boolean)
      ? await readReferencedRows(ctx, {
          events: distinctIds(inState.map(({ event_template_id }) => event_template_id)),
          groups: distinctIds(inState.map(({ ticket_group_id }) => ticket_group_id)),
          types: distinctIds(inState.map(({ ticket_type_id }) => ticket_type_id)),
          sessions: embeds.sessions ? distinctIds(inState.map(({ event_session_id }) => event_session_id)) : [],
        })
      : undefined;
  const groups = catalog?.groups.filter(({ handler }) => !handlers || handlers.some((one) => one === handler)) ?? [];
  const tickets = handlers
    ? inState.filter(({ ticket_group_id }) => groups.some(({ id }) => id === ticket_group_id))
    : inState;
  const rowsWithIds = <Row extends { readonly id: string }>(rows: readonly Row[], ids: readonly (string | null)[]) => ({
    _data: rows.filter(({ id }) => ids.includes(id)),
  });
  const events = catalog
    ? rowsWithIds(
        catalog.events,
        tickets.map(({ event_template_id }) => event_template_id),
      )
    : { _data: [] };
  return {
    ...reply,
    ticket: { _data: tickets },
    ...(hasEmbed("membership") && { membership: { _data: await membershipsOf(ctx, reply) } }),
    ...(catalog && {
      ...(embeds.groups && { ticket_group: { _data: groups } }),
      ...(embeds.types && {
        ticket_type: rowsWithIds(
          catalog.types,
          tickets.map(({ ticket_type_id }) => ticket_type_id),
        ),
      }),
      ...(embeds.events && { event_template: events }),
      ...(embeds.venues && {
        venue: rowsWithIds(
          catalog.venues,
          events._data.map(({ venue_id }) => venue_id),
        ),
      }),
      ...(embeds.sessions && {
        event_session: rowsWithIds(
          catalog.sessions,
          tickets.map(({ event_session_id }) => event_session_id),
        ),
      }),
    }),
  };
};

const membershipsOf = async (ctx: RequestContext, { ticket_order }: OrderReply) => {
  const replies = await Promise.all(ticket_order._data.map(({ id }) => readOrderMemberships(ctx, id)));
  return replies.flatMap(({ membership }) => membership._data);
};
