import type { Received, Reply } from "@foyer/contract/endpoint.ts";
import type { Membership, myMembership as myMembershipCall } from "@foyer/contract/membership.ts";
import type { Ask } from "../../http/ask.ts";
import { ticketOf } from "../cart/readCart.ts";
import { asShown } from "../cart/shownOrder.ts";
import { ticketsOfCarts } from "../cart/ticketsOfCarts.ts";
import { readCompany } from "../catalog/readCompany.ts";
import { cartsOfTickets, ownOrders } from "./mine.sql.ts";
import { myMembership } from "./myMembership.ts";

type Mine = readonly Membership[];

const each = (ids: Iterable<string | null>): string[] => [...new Set([...ids].filter((id) => id !== null))];
const byId = <Row extends { readonly id: string }>(rows: readonly (Row | null)[]): { _data: Row[] } => ({
  _data: [...new Map(rows.flatMap((row) => (row ? [[row.id, row] as const] : []))).values()],
});

/** The visitor's memberships with what `_embed` names (requirements CALL-01). */
export const embedMemberships = async (
  ask: Ask,
  { _embed = [] }: Received<typeof myMembershipCall>,
): Promise<Reply<typeof myMembershipCall>> => {
  const reply = await myMembership(ask);
  const mine = reply.membership._data;
  const wished = new Set<string>(_embed);
  return {
    ...reply,
    ...(wished.has("role") && { role: byId(mine.map(({ role }) => role)) }),
    ...(wished.has("role.membership_program") && {
      membership_program: byId(mine.map(({ membership_program }) => membership_program)),
    }),
    ...(wished.has("identity_link") && { identity_link: { _data: linksOf(ask, mine) } }),
    ...(wished.has("ticket") && { ticket: { _data: await ticketsOf(ask, mine) } }),
    ...(wished.has("ticket_order") && { ticket_order: { _data: await ordersOf(ask, mine) } }),
    ...(await catalogueOf(ask, mine, wished)),
  };
};

/** Others on a membership have accounts of their own: who they are there is nobody's business. */
const linksOf = ({ visitor }: Ask, mine: Mine) => {
  const identity_id = visitor?.strength === "full" ? visitor.member_id : null;
  if (!identity_id) return [];
  return mine.filter(({ own }) => own).map(({ id, party_role }) => ({ membership_id: id, identity_id, party_role }));
};

const ticketsOf = async (ask: Ask, mine: Mine) => {
  const ids = each(mine.map(({ ticket_id }) => ticket_id));
  if (ids.length === 0) return [];
  const carts = await cartsOfTickets(ask.db, ask.seller.id, ids);
  const tickets = await ticketsOfCarts(ask.db, ask.seller.id, carts);
  return [...tickets.values()]
    .flat()
    .filter(({ id }) => ids.includes(id))
    .map((ticket) => ticketOf(ask.seller, ticket, true));
};

/** What opens an order stands in it: whoever is on a membership that somebody else bought does not get it. */
const ordersOf = async (ask: Ask, mine: Mine) => {
  const ids = each(mine.map(({ ticket_order_id }) => ticket_order_id));
  const identity_id = ask.visitor?.member_id;
  if (ids.length === 0 || !identity_id) return [];
  return (await ownOrders(ask.db, ask.seller.id, { identity_id, ids })).map((row) => asShown(ask, row));
};

const catalogueOf = async (ask: Ask, mine: Mine, wished: ReadonlySet<string>) => {
  const [types, events, groups] = ["ticket.ticket_type", "ticket.event_template", "ticket.ticket_group"].map((name) =>
    wished.has(name),
  );
  if (!types && !events && !groups) return {};
  const company = await readCompany(ask, {
    events: each(mine.map(({ event_template_id }) => event_template_id)),
    groups: each(mine.map(({ ticket_group_id }) => ticket_group_id)),
    types: each(mine.map(({ ticket_type_id }) => ticket_type_id)),
    sessions: [],
  });
  return {
    ...(types && { ticket_type: { _data: [...company.types] } }),
    ...(events && { event_template: { _data: [...company.events] } }),
    ...(groups && { ticket_group: { _data: [...company.groups] } }),
  };
};
