import type { Received } from "@foyer/contract/endpoint.ts";
import type { getOrder, OrderReply } from "@foyer/contract/orders.ts";
import type { Ask } from "../../http/ask.ts";
import { readCompany } from "../catalog/readCompany.ts";
import { membershipsOfOrder } from "../membership/myMembership.ts";

/** Which tickets, and what they bring along. */
export type OrderWishes = Pick<Received<typeof getOrder>, "ticket.state._in" | "ticket_group.handler._in"> & {
  readonly _embed?: readonly string[] | undefined;
};

const each = (ids: Iterable<string | null>): string[] => [...new Set([...ids].filter((id) => id !== null))];

/**
 * Orders with the tickets that are wished for and with what `_embed` names (requirements CALL-79, 81, 85). Only for whoever
 * was shown the orders. Of their memberships nothing is told of who it is: the order's link alone opens this.
 */
export const embedInOrders = async (ask: Ask, reply: OrderReply, sent: OrderWishes): Promise<OrderReply> => {
  const { "ticket.state._in": states, "ticket_group.handler._in": handlers, _embed = [] } = sent;
  const wishes = (...names: readonly string[]) => names.some((name) => _embed.includes(name));
  const wanted = {
    groups: wishes("ticket_group", "ticket.ticket_group"),
    types: wishes("ticket_type", "ticket.ticket_type"),
    events: wishes("event_template"),
    venues: wishes("event_template.venue"),
    sessions: wishes("event_session", "ticket.event_session"),
  };
  const all = reply.ticket?._data ?? [];
  const inState = states ? all.filter(({ state }) => states.some((one) => one === state)) : all;
  const company =
    handlers || Object.values(wanted).some(Boolean)
      ? await readCompany(ask, {
          events: each(inState.map(({ event_template_id }) => event_template_id)),
          groups: each(inState.map(({ ticket_group_id }) => ticket_group_id)),
          types: each(inState.map(({ ticket_type_id }) => ticket_type_id)),
          sessions: wanted.sessions ? each(inState.map(({ event_session_id }) => event_session_id)) : [],
        })
      : undefined;
  const groups = company?.groups.filter(({ handler }) => !handlers || handlers.some((one) => one === handler)) ?? [];
  const tickets = handlers
    ? inState.filter(({ ticket_group_id }) => groups.some(({ id }) => id === ticket_group_id))
    : inState;
  const of = <Row extends { readonly id: string }>(rows: readonly Row[], ids: readonly (string | null)[]) => ({
    _data: rows.filter(({ id }) => ids.includes(id)),
  });
  const events = company
    ? of(
        company.events,
        tickets.map(({ event_template_id }) => event_template_id),
      )
    : { _data: [] };
  return {
    ...reply,
    ticket: { _data: tickets },
    ...(wishes("membership") && { membership: { _data: await membershipsOf(ask, reply) } }),
    ...(company && {
      ...(wanted.groups && { ticket_group: { _data: groups } }),
      ...(wanted.types && {
        ticket_type: of(
          company.types,
          tickets.map(({ ticket_type_id }) => ticket_type_id),
        ),
      }),
      ...(wanted.events && { event_template: events }),
      ...(wanted.venues && {
        venue: of(
          company.venues,
          events._data.map(({ venue_id }) => venue_id),
        ),
      }),
      ...(wanted.sessions && {
        event_session: of(
          company.sessions,
          tickets.map(({ event_session_id }) => event_session_id),
        ),
      }),
    }),
  };
};

const membershipsOf = async (ask: Ask, { ticket_order }: OrderReply) => {
  const replies = await Promise.all(ticket_order._data.map(({ id }) => membershipsOfOrder(ask, id)));
  return replies.flatMap(({ membership }) => membership._data);
};
