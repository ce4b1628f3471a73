import type { CartReply } from "@foyer/contract/shop/cart.ts";
import type { BoughtGiftCard } from "@foyer/contract/shop/giftcards.ts";
import { grantsAdmission } from "@foyer/rules/catalog/handlers.ts";
import { isGiftTicket } from "@foyer/rules/membership/checkMemberships.ts";
import type { Pipeline } from "../../../db/statement.ts";
import type { EmailMessage } from "../../../providers/mail/mailTransport.ts";
import { queueEmails, type QueuedEmail } from "../../../providers/mail/queueEmail.ts";
import { readCart } from "../../cart/read/readCart.ts";
import { presentOrder, type TicketOrderRow } from "../../cart/read/readTicketOrder.ts";
import { giftCardsOfOrder } from "../../giftcards/giftCardsOfOrder.ts";
import { isReplyComplete, lockedCartReply } from "../batch/lockCheckout.ts";
import type { CheckoutContext } from "../checkout.sql.ts";
import type { BookedOrder } from "../order/createOrders.ts";
import { confirmationEmail, type ConfirmedOrder } from "./confirmationEmail.ts";
import { recipientOf } from "./recipients.sql.ts";
import type { Purchaser } from "../purchaser/purchasers.sql.ts";
import { checkoutTickets, type CheckoutTicket } from "../batch/lockCheckout.sql.ts";

/** Asked for once more: `occasion` tells it apart from the others, `about` why it is written where something has changed. */
export type ResendOptions = {
  readonly occasion: string;
  readonly change?: "order_update" | "order_cancel" | undefined;
};

type EmailContext = Pick<CheckoutContext, "seller" | "providers">;
type OrderDetails = {
  readonly order: TicketOrderRow;
  readonly buyer: Pick<Purchaser, "first_name" | "email" | "meta">;
  /** What stands in it still. */
  readonly tickets: readonly CheckoutTicket[];
};

/**
 * Writes the confirmations of orders into the outbox, in the transaction of the orders: no order without its mail, no mail
 * without its order. Only their words are made here; what is drawn for them is made when they are sent
 * (`modules/orders/enclose.ts`). They go to the address on file and to no other.
 */
export const queueConfirmationEmails = (
  wire: Pipeline,
  ctx: EmailContext,
  booked: readonly BookedOrder[],
): Promise<void> =>
  queueEmails(
    wire,
    ctx.seller.id,
    booked
      .filter(wantsEmail)
      .map((one) =>
        queuedEmail(one, buildEmail(ctx, orderDetails(one), { reply: lockedCartReply(ctx.seller, one.at, undefined) })),
      ),
  );

/** The same for one that tells more: of gift cards, bought or paid with, or of memberships that renew themselves. */
export const queueConfirmationEmail = async (ctx: CheckoutContext, one: BookedOrder): Promise<void> => {
  if (!wantsEmail(one)) return;
  const { db, seller } = ctx;
  const reply = isReplyComplete(one.at)
    ? lockedCartReply(seller, one.at, undefined)
    : await readCart({ db, seller }, one.at.cart.id);
  const ordered = orderDetails(one);
  const giftCards = await boughtGiftCards(ctx, ordered);
  await queueEmails(db, seller.id, [
    queuedEmail(one, buildEmail(ctx, ordered, { reply, giftCards, renewal: renewalNotice(one) })),
  ]);
};

/** Who agreed that it renews itself is told how to end that; who was not there, what was charged and why. */
const renewalNotice = ({ at: { payments } }: BookedOrder): ConfirmedOrder["renewal"] =>
  payments.some(({ saved_payment_method_id }) => saved_payment_method_id !== null)
    ? "renewed"
    : payments.some(({ auto_renew }) => auto_renew)
      ? "agreed"
      : undefined;

/** An order's letter once more, as the order stands now; false where there is no address. Whoever wanted none with the order wants the one that they ask for. */
export const resendConfirmationEmail = async (
  ctx: CheckoutContext,
  order_id: string,
  options: ResendOptions,
): Promise<boolean> => {
  const { db, seller } = ctx;
  const order = await db
    .selectFrom("ticket_order")
    .selectAll()
    .where("seller_id", "=", seller.id)
    .where("id", "=", order_id)
    .executeTakeFirstOrThrow();
  const buyer = await recipientOf(ctx, order.identity_id);
  if (!buyer.email) return false;
  const ordered: OrderDetails = {
    order,
    buyer: { ...buyer, meta: buyer.meta as Purchaser["meta"] },
    tickets: await checkoutTickets(db, seller.id, [order.cart_id]),
  };
  const reply = await readCart({ db, seller }, order.cart_id);
  const giftCards = await boughtGiftCards(ctx, ordered);
  const email = buildEmail(ctx, ordered, { reply, giftCards, about: options.change });
  await queueEmails(db, seller.id, [{ ...queuedEmail(ordered, email), occasion: options.occasion }]);
  return true;
};

const orderDetails = ({ order, buyer, at: { tickets } }: BookedOrder): OrderDetails => ({ order, buyer, tickets });

const wantsEmail = ({ buyer }: BookedOrder): boolean => Boolean(buyer.email) && buyer.meta.send_email !== false;

const boughtGiftCards = async (
  ctx: CheckoutContext,
  { order, tickets }: OrderDetails,
): Promise<readonly BoughtGiftCard[]> =>
  tickets.some(({ handler }) => handler === "ledger") ? await giftCardsOfOrder(ctx, order.id) : [];

const queuedEmail = ({ order, buyer }: Pick<OrderDetails, "order" | "buyer">, letter: EmailMessage): QueuedEmail => ({
  kind: "order_confirmation",
  ref_id: order.id,
  to_address: buyer.email ?? "",
  email: letter,
});

const buildEmail = (
  ctx: EmailContext,
  { order, buyer, tickets }: OrderDetails,
  {
    reply: { cart, ticket },
    giftCards = [],
    about: change,
    renewal,
  }: {
    readonly reply: CartReply;
    readonly giftCards?: readonly BoughtGiftCard[];
    readonly about?: ResendOptions["change"];
    readonly renewal?: ConfirmedOrder["renewal"];
  },
): EmailMessage => {
  const [row] = cart._data;
  if (!row) throw new Error("An order comes from a cart.");
  // A present is somebody else's to come in with.
  const giftGroups = new Set(ticket._data.filter(isGiftTicket).map(({ ticket_group_id }) => ticket_group_id));
  return confirmationEmail(ctx.seller, ctx.providers.origin, {
    firstName: buyer.first_name ?? "",
    order: presentOrder(ctx, order),
    cart: row,
    tickets: ticket._data,
    venues: new Map(
      tickets.map((one) => [
        one.event_template_id,
        grantsAdmission(one) ? [one.venue_name, one.venue_address].filter(Boolean).join(", ") : "",
      ]),
    ),
    opensDoor: tickets.some((one) => grantsAdmission(one) && !giftGroups.has(one.ticket_group_id)),
    change,
    giftCards,
    renewal,
  });
};
