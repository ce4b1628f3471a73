import type { CartReply, OpenedCart, getCart } from "@foyer/contract/cart.ts";
import type { Received } from "@foyer/contract/endpoint.ts";
import type { Ask } from "../../http/ask.ts";
import { readCompany, type Company } from "../catalog/readCompany.ts";
import { purchaserOfCart } from "./embed.sql.ts";
import { shownOrder } from "./shownOrder.ts";

type Sent = Pick<Received<typeof getCart>, "_embed" | "_limit" | "config.key">;

const ofCatalogue = ["event_template", "venue", "ticket_group", "ticket_type", "event_session", "meta", "config"];
const each = (ids: Iterable<string | null>): string[] => [...new Set([...ids].filter((id) => id !== null))];

/** A cart's reply with what `_embed` names. Who buys, and the order, are told to no one but whom the cart is `own` to. */
export const embedRows = async (ask: Ask, reply: CartReply, sent: Sent, own: boolean): Promise<OpenedCart> => {
  const wished = new Set<string>(sent._embed);
  const [cart] = reply.cart._data;
  const limited = <Row>(rows: readonly Row[]) => ({ _data: rows.slice(0, sent._limit ?? rows.length) });
  const company = ofCatalogue.some((name) => wished.has(name)) ? await companyOf(ask, reply) : undefined;
  const wantsBuyer = own && cart && (wished.has("identity") || wished.has("contact"));
  const buyer = wantsBuyer ? await purchaserOfCart(ask.db, ask.seller.id, cart.id) : undefined;
  const people = buyer ? [buyer] : [];
  const order_id = own && wished.has("ticket_order") ? cart?.ticket_order_id : null;
  const { default_currency_code, locale, timezone, ...seller } = ask.seller;
  return {
    ...reply,
    ticket: limited(reply.ticket._data),
    ...(wished.has("identity") && {
      identity: limited(people.map(({ id, first_name, last_name, email }) => ({ id, first_name, last_name, email }))),
    }),
    ...(wished.has("contact") && {
      contact: limited(people.map((one) => ({ identity_id: one.id, email: one.email, phone: one.phone }))),
    }),
    ...(company && {
      ...(wished.has("event_template") && { event_template: limited(company.events) }),
      ...(wished.has("venue") && { venue: limited(company.venues) }),
      ...(wished.has("ticket_group") && { ticket_group: limited(company.groups) }),
      ...(wished.has("ticket_type") && { ticket_type: limited(company.types) }),
      ...(wished.has("event_session") && { event_session: limited(company.sessions) }),
      ...(wished.has("meta") && {
        meta: limited([...company.events, ...company.groups].map((row) => ({ resource_id: row.id, meta: row.meta }))),
      }),
      ...(wished.has("config") && { config: limited(configOf(company, sent["config.key"])) }),
    }),
    ...(wished.has("scheduled_payment") && { scheduled_payment: limited(cart?.scheduled_payments ?? []) }),
    ...(wished.has("seller") && {
      seller: limited([
        { id: seller.id, slug: seller.slug, name: seller.name, default_currency_code, locale, timezone },
      ]),
    }),
    ...(wished.has("ticket_order") && {
      ticket_order: limited(order_id ? [await shownOrder(ask, order_id)] : []),
    }),
  };
};

const companyOf = (ask: Ask, { ticket: { _data: tickets } }: CartReply): Promise<Company> =>
  readCompany(ask, {
    events: each(tickets.map((ticket) => ticket.event_template_id)),
    groups: each(tickets.map((ticket) => ticket.ticket_group_id)),
    types: each(tickets.map((ticket) => ticket.ticket_type_id)),
    sessions: each(tickets.map((ticket) => ticket.event_session_id)),
  });

/** Web settings of the events, all of them or the keys that were asked for. */
const configOf = ({ events }: Company, keys: Sent["config.key"]) =>
  events.map(({ id, meta, config }) => {
    if (!keys) return { resource_id: id, config };
    const { session_picker_tabs } = config;
    return {
      resource_id: id,
      config: {
        ...(keys.includes("config.image") && { image: meta.image_profile ?? meta.image_cover ?? null }),
        ...(keys.includes("web.session_picker_tabs") && session_picker_tabs && { session_picker_tabs }),
      },
    };
  });
