import type { CartReply, CartWithEmbeds, getCart } from "@foyer/contract/shop/cart.ts";
import type { Received } from "@foyer/contract/endpoint.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { readReferencedRows, type ReferencedRows } from "../../catalog/events/readReferencedRows.ts";
import { answersOfCart, purchaserOfCart } from "./embedInCart.sql.ts";
import { readTicketOrder } from "./readTicketOrder.ts";

type EmbedRequest = Pick<Received<typeof getCart>, "_embed" | "_limit" | "config.key">;

const catalogEmbeds = ["event_template", "venue", "ticket_group", "ticket_type", "event_session", "meta", "config"];
const distinctIds = (ids: Iterable<string | null>): string[] => [...new Set([...ids].filter((id) => id !== null))];

/**
 * Adds the rows that `_embed` names. Only the owner sees the purchaser, the survey answers and the order; nobody sees
 * those of a change.
 */
export const embedInCart = async (
  ctx: RequestContext,
  reply: CartReply,
  sent: EmbedRequest,
  isOwner: boolean,
): Promise<CartWithEmbeds> => {
  const requested = new Set<string>(sent._embed);
  const [cart] = reply.cart._data;
  const limited = <Row>(rows: readonly Row[]) => ({ _data: rows.slice(0, sent._limit ?? rows.length) });
  const referenced = catalogEmbeds.some((name) => requested.has(name)) ? await referencedRowsOf(ctx, reply) : undefined;
  const includesBuyer = isOwner && cart && (requested.has("identity") || requested.has("contact"));
  const buyer = includesBuyer ? await purchaserOfCart(ctx.db, ctx.seller.id, cart.id) : undefined;
  const people = buyer ? [buyer] : [];
  const showsAnswers = isOwner && cart && requested.has("additional_info");
  const answers = showsAnswers ? await answersOfCart(ctx.db, ctx.seller.id, cart.id) : {};
  const order_id = isOwner && requested.has("ticket_order") ? cart?.ticket_order_id : null;
  const { default_currency_code, locale, timezone, ...seller } = ctx.seller;
  return {
    ...reply,
    ticket: limited(reply.ticket._data),
    ...(requested.has("identity") && {
      identity: limited(people.map(({ id, first_name, last_name, email }) => ({ id, first_name, last_name, email }))),
    }),
    ...(requested.has("contact") && {
      contact: limited(people.map((one) => ({ identity_id: one.id, email: one.email, phone: one.phone }))),
    }),
    ...(requested.has("additional_info") && {
      additional_info: limited(
        Object.entries(answers).map(([ticket_group_id, given]) => ({ ticket_group_id, answers: given })),
      ),
    }),
    ...(referenced && {
      ...(requested.has("event_template") && { event_template: limited(referenced.events) }),
      ...(requested.has("venue") && { venue: limited(referenced.venues) }),
      ...(requested.has("ticket_group") && { ticket_group: limited(referenced.groups) }),
      ...(requested.has("ticket_type") && { ticket_type: limited(referenced.types) }),
      ...(requested.has("event_session") && { event_session: limited(referenced.sessions) }),
      ...(requested.has("meta") && {
        meta: limited(
          [...referenced.events, ...referenced.groups].map((row) => ({ resource_id: row.id, meta: row.meta })),
        ),
      }),
      ...(requested.has("config") && { config: limited(presentConfig(referenced, sent["config.key"])) }),
    }),
    ...(requested.has("scheduled_payment") && { scheduled_payment: limited(cart?.scheduled_payments ?? []) }),
    ...(requested.has("seller") && {
      seller: limited([
        { id: seller.id, slug: seller.slug, name: seller.name, default_currency_code, locale, timezone },
      ]),
    }),
    ...(requested.has("ticket_order") && {
      ticket_order: limited(order_id ? [await readTicketOrder(ctx, order_id)] : []),
    }),
  };
};

const referencedRowsOf = (ctx: RequestContext, { ticket: { _data: tickets } }: CartReply): Promise<ReferencedRows> =>
  readReferencedRows(ctx, {
    events: distinctIds(tickets.map((ticket) => ticket.event_template_id)),
    groups: distinctIds(tickets.map((ticket) => ticket.ticket_group_id)),
    types: distinctIds(tickets.map((ticket) => ticket.ticket_type_id)),
    sessions: distinctIds(tickets.map((ticket) => ticket.event_session_id)),
  });

/** Web settings of the events: all of them, or only the requested keys. */
const presentConfig = ({ events }: ReferencedRows, keys: EmbedRequest["config.key"]) =>
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
