import type { CartReply } from "@foyer/contract/shop/cart.ts";
import type { ChangeAction } from "@foyer/contract/shop/aftersale/changePolicy.ts";
import type { BoughtGiftCard } from "@foyer/contract/shop/giftcards.ts";
import { markPast, hasEnded } from "@foyer/rules/account/sessionFlag.ts";
import { changePolicyOf } from "@foyer/rules/aftersale/changePolicy.ts";
import { grantsAdmission, isChangeable, isGiftCard, isMembership } from "@foyer/rules/catalog/handlers.ts";
import { receiptTaxes, type SellerTax } from "@foyer/rules/checkout/taxLines.ts";
import { isGiftTicket } from "@foyer/rules/membership/checkMemberships.ts";
import type { Pipeline } from "../../../db/statements/statement.ts";
import type { EmailMessage } from "../../../providers/mail/mailTransport.ts";
import { queueEmail, queueEmails, type QueuedEmail } from "../../../providers/mail/queueEmail.ts";
import { readCart } from "../../cart/read/readCart.ts";
import { presentOrder, type TicketOrderRow } from "../../cart/read/readTicketOrder.ts";
import { giftCardsOfOrder } from "../../giftcards/giftCardsOfOrder.ts";
import { isReplyComplete, lockedCartReply } from "../batch/lockedCheckout.ts";
import type { CheckoutContext, ResendContext } from "../context.ts";
import type { BookedOrder } from "../order/createOrders.ts";
import { presentTaxes } from "../taxes/orderTaxes.ts";
import { priceOf } from "../batch/heldTickets.ts";
import { admitsBuyer } from "./admitsBuyer.ts";
import type { ConfirmedOrder } from "./confirmedOrder.ts";
import { orderConfirmationEmail } from "./orderConfirmationEmail.ts";
import { readMoneyOfOrders, type MoneyOfOrder } from "../change/settledOrders.ts";
import { clearHeldConfirmation, readOrderRow } from "../order/orders.sql.ts";
import { recipientOf } from "./recipients.sql.ts";
import type { CartPurchaser } from "../purchaser/purchasers.sql.ts";
import { readCheckoutTickets, type CheckoutTicket } from "../batch/lockCheckout.sql.ts";

/** `occasion` distinguishes repeated e-mails about one order; `change` says what has changed since the first. */
export type ResendOptions = {
  readonly occasion: string;
  readonly change?: "order_update" | "order_cancel" | undefined;
  /** Replaces the purchaser's address; only staff may set it. */
  readonly to_address?: string | undefined;
};

type EmailContext = Pick<CheckoutContext, "seller" | "providers">;
type OrderDetails = {
  readonly order: TicketOrderRow;
  readonly purchaser: Pick<CartPurchaser, "first_name" | "email" | "meta">;
  /** The seller's tax at the time of the purchase. */
  readonly sellerTax: SellerTax;
  /** The tickets that are not cancelled. */
  readonly tickets: readonly CheckoutTicket[];
};

/**
 * Queues the confirmations in the transaction of their orders, so that neither exists without the other. Attachments are
 * created when the e-mail is sent. They go to the purchaser's address and to no other.
 */
export const queueConfirmationEmails = (
  pipeline: Pipeline,
  ctx: EmailContext,
  booked: readonly BookedOrder[],
): Promise<void> =>
  queueEmails(
    pipeline,
    ctx.seller.id,
    booked
      .filter(wantsEmail)
      .map((one) =>
        queuedEmail(
          one,
          buildEmail(ctx, orderDetails(ctx, one), { reply: lockedCartReply(ctx.seller, one.checkout, undefined) }),
        ),
      ),
  );

/** The same for an order that contains gift cards or memberships, or was paid with gift cards. */
export const queueConfirmationEmail = async (ctx: CheckoutContext, one: BookedOrder): Promise<void> => {
  if (!wantsEmail(one)) return;
  const { db, seller } = ctx;
  const reply = isReplyComplete(one.checkout)
    ? lockedCartReply(seller, one.checkout, undefined)
    : await readCart({ db, seller }, one.checkout.cart.id);
  const ordered = orderDetails(ctx, one);
  const giftCards = await boughtGiftCards(ctx, ordered);
  await queueEmail(ctx, queuedEmail(one, buildEmail(ctx, ordered, { reply, giftCards, renewal: renewalNotice(one) })));
};

/** `agreed`: the e-mail says how to cancel auto-renew. `renewed`: it is the receipt of an automatic charge. */
const renewalNotice = ({ checkout: { payments } }: BookedOrder): ConfirmedOrder["renewal"] =>
  payments.some(({ saved_payment_method_id }) => saved_payment_method_id !== null)
    ? "renewed"
    : payments.some(({ auto_renew }) => auto_renew)
      ? "agreed"
      : undefined;

/**
 * Sends the confirmation again, with the order as it is now, even to a purchaser who opted out. Returns false if there is
 * no address. Whatever has ended is marked, and has no code.
 */
export const resendConfirmationEmail = async (
  ctx: ResendContext,
  order_id: string,
  options: ResendOptions,
): Promise<boolean> => {
  const { db, seller } = ctx;
  const order = await readOrderRow(ctx, order_id);
  const recipient = await recipientOf(ctx, order.identity_id);
  const purchaser = { ...recipient, email: options.to_address ?? recipient.email };
  if (!purchaser.email) return false;
  const ordered: OrderDetails = {
    order,
    sellerTax: order.invoice_settings,
    purchaser: { ...purchaser, meta: purchaser.meta as CartPurchaser["meta"] },
    tickets: await readCheckoutTickets(db, seller.id, [order.cart_id]),
  };
  const reply = await readCart({ db, seller }, order.cart_id);
  const giftCards = await boughtGiftCards(ctx, ordered);
  const money = (await readMoneyOfOrders(ctx, [order_id])).get(order_id);
  const email = buildEmail(ctx, ordered, { reply, giftCards, change: options.change, money, now: ctx.now });
  // A confirmation that was held back is sent as the first one, and the order's page no longer says that none was sent.
  const occasion = order.confirmation_held ? "" : options.occasion;
  await queueEmail(ctx, { ...queuedEmail(ordered, email), occasion });
  if (order.confirmation_held) await clearHeldConfirmation(ctx, order_id);
  return true;
};

const orderDetails = (
  { seller }: EmailContext,
  { order, purchaser, checkout: { tickets } }: BookedOrder,
): OrderDetails => ({
  order,
  sellerTax: seller.configuration.invoice ?? null,
  purchaser,
  tickets,
});

const wantsEmail = ({ purchaser, order }: BookedOrder): boolean =>
  Boolean(purchaser.email) && purchaser.meta.send_email !== false && !order.confirmation_held;

const boughtGiftCards = async (
  ctx: CheckoutContext,
  { order, tickets }: OrderDetails,
): Promise<readonly BoughtGiftCard[]> => (tickets.some(isGiftCard) ? await giftCardsOfOrder(ctx, order.id) : []);

const queuedEmail = (
  { order, purchaser }: Pick<OrderDetails, "order" | "purchaser">,
  email: EmailMessage,
): QueuedEmail => ({
  kind: "order_confirmation",
  ref_id: order.id,
  to_address: purchaser.email ?? "",
  email,
});

const buildEmail = (
  ctx: EmailContext,
  { order, purchaser, sellerTax, tickets }: OrderDetails,
  {
    reply: { cart, ticket },
    giftCards = [],
    change,
    renewal,
    money,
    now,
  }: {
    readonly reply: CartReply;
    readonly giftCards?: readonly BoughtGiftCard[];
    readonly change?: ResendOptions["change"];
    readonly renewal?: ConfirmedOrder["renewal"];
    readonly money?: MoneyOfOrder | undefined;
    /** Absent at the purchase, when nothing of the order has ended. */
    readonly now?: Temporal.Instant;
  },
): EmailMessage => {
  const [row] = cart._data;
  if (!row) throw new Error(`Order ${order.id} has no cart`);
  // A gift admits its recipient, not the purchaser.
  const giftGroups = new Set(ticket._data.filter(isGiftTicket).map(({ ticket_group_id }) => ticket_group_id));
  const lasting = now === undefined ? tickets : tickets.filter(({ end_datetime }) => !hasEnded(end_datetime, now));
  const admitting = lasting.filter((one) => admitsBuyer(one) && !giftGroups.has(one.ticket_group_id));
  return orderConfirmationEmail(ctx.seller, ctx.providers.origin, {
    firstName: purchaser.first_name ?? "",
    order: presentOrder(ctx, order),
    cart: now === undefined ? row : { ...row, lines: row.lines.map((line) => markPast(line, now)) },
    money,
    taxes: presentTaxes(
      receiptTaxes(
        tickets.map((one) => ({ ...one, gross: priceOf(one) })),
        { seller: sellerTax, fees: money?.fees ?? 0 },
      ),
      order.currency,
    ),
    tickets: ticket._data,
    venues: new Map(
      tickets.map((one) => [
        one.event_template_id,
        grantsAdmission(one) ? [one.venue_name, one.venue_address].filter(Boolean).join(", ") : "",
      ]),
    ),
    opensDoor: admitting.length > 0,
    hasOnlyCards: admitting.every(isMembership),
    change,
    giftCards,
    renewal,
    offer: offerOfLink(ctx.seller, lasting),
  });
};

/**
 * What a link to change the order is good for: cancelling, if some of its tickets are free or the seller's rules let guests
 * cancel them; else changing, if the rules let guests do anything with them.
 */
const offerOfLink = (
  { configuration }: CheckoutContext["seller"],
  tickets: readonly CheckoutTicket[],
): ConfirmedOrder["offer"] => {
  const allowed = tickets
    .filter(({ event_session_id, state }) => event_session_id !== null && state !== "redeemed")
    .flatMap((ticket): readonly ChangeAction[] => {
      const { enabled, anon_editing, allow } = changePolicyOf(configuration.self_edit, {
        category: ticket.event_category,
        self_edit: ticket.event_self_edit ?? undefined,
      });
      if (ticket.adjusted_value === 0) return ["cancel"];
      return enabled && anon_editing && isChangeable(ticket) ? allow : [];
    });
  if (allowed.length === 0) return undefined;
  return allowed.includes("cancel") ? "cancel" : "change";
};
