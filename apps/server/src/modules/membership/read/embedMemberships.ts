import type { Received, Reply } from "@foyer/contract/endpoint.ts";
import type { Membership, myMembership } from "@foyer/contract/shop/membership.ts";
import { distinctIds } from "@foyer/rules/values/distinctIds.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { presentTicket } from "../../cart/read/readCart.ts";
import { presentOrder } from "../../cart/read/readTicketOrder.ts";
import { readCartTickets } from "../../cart/read/readCartTickets.ts";
import { readReferencedRows } from "../../catalog/events/readReferencedRows.ts";
import { selectCartsOfTickets, selectOwnOrders } from "./memberships.sql.ts";
import { readMemberships } from "./readMemberships.ts";

type Memberships = readonly Membership[];

const byId = <Row extends { readonly id: string }>(rows: readonly (Row | null)[]): { _data: Row[] } => ({
  _data: [...new Map(rows.flatMap((row) => (row ? [[row.id, row] as const] : []))).values()],
});

/** The visitor's memberships with the rows that `_embed` names. */
export const embedMemberships = async (
  ctx: RequestContext,
  { _embed = [] }: Received<typeof myMembership>,
): Promise<Reply<typeof myMembership>> => {
  const reply = await readMemberships(ctx);
  const memberships = reply.membership._data;
  const embeds = new Set<string>(_embed);
  return {
    ...reply,
    ...(embeds.has("role") && { role: byId(memberships.map(({ role }) => role)) }),
    ...(embeds.has("role.membership_program") && {
      membership_program: byId(memberships.map(({ membership_program }) => membership_program)),
    }),
    ...(embeds.has("identity_link") && { identity_link: { _data: identityLinksOf(ctx, memberships) } }),
    ...(embeds.has("ticket") && { ticket: { _data: await ticketsOf(ctx, memberships) } }),
    ...(embeds.has("ticket_order") && { ticket_order: { _data: await ordersOf(ctx, memberships) } }),
    ...(await catalogOf(ctx, memberships, embeds)),
  };
};

/** Only the visitor's own links: the accounts of others on the membership are private. */
const identityLinksOf = ({ visitor }: RequestContext, memberships: Memberships) => {
  const identity_id = visitor?.strength === "full" ? visitor.member_id : null;
  if (!identity_id) return [];
  return memberships
    .filter(({ own }) => own)
    .map(({ id, party_role }) => ({ membership_id: id, identity_id, party_role }));
};

const ticketsOf = async (ctx: RequestContext, memberships: Memberships) => {
  const ids = distinctIds(memberships.map(({ ticket_id }) => ticket_id));
  if (ids.length === 0) return [];
  const carts = await selectCartsOfTickets(ctx.db, ctx.seller.id, ids);
  const tickets = await readCartTickets(ctx.db, ctx.seller.id, carts);
  return [...tickets.values()]
    .flat()
    .filter(({ id }) => ids.includes(id))
    .map((ticket) => presentTicket(ctx.seller, ticket, true));
};

/** Only orders that the visitor placed: an order contains the token that opens it. */
const ordersOf = async (ctx: RequestContext, memberships: Memberships) => {
  const ids = distinctIds(memberships.map(({ ticket_order_id }) => ticket_order_id));
  const identity_id = ctx.visitor?.member_id;
  if (ids.length === 0 || !identity_id) return [];
  return (await selectOwnOrders(ctx.db, ctx.seller.id, { identity_id, ids })).map((row) => presentOrder(ctx, row));
};

const catalogOf = async (ctx: RequestContext, memberships: Memberships, embeds: ReadonlySet<string>) => {
  const [types, events, groups] = ["ticket.ticket_type", "ticket.event_template", "ticket.ticket_group"].map((name) =>
    embeds.has(name),
  );
  if (!types && !events && !groups) return {};
  const catalog = await readReferencedRows(ctx, {
    events: distinctIds(memberships.map(({ event_template_id }) => event_template_id)),
    groups: distinctIds(memberships.map(({ ticket_group_id }) => ticket_group_id)),
    types: distinctIds(memberships.map(({ ticket_type_id }) => ticket_type_id)),
    sessions: [],
  });
  return {
    ...(types && { ticket_type: { _data: [...catalog.types] } }),
    ...(events && { event_template: { _data: [...catalog.events] } }),
    ...(groups && { ticket_group: { _data: [...catalog.groups] } }),
  };
};
