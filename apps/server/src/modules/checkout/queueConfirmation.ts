import type { CartReply } from "@foyer/contract/cart.ts";
import type { BoughtGiftCard } from "@foyer/contract/ledger.ts";
import { opensDoor } from "@foyer/rules/handlers.ts";
import { isPresent } from "@foyer/rules/membershipSale.ts";
import type { Wire } from "../../db/statement.ts";
import type { Letter } from "../../outside/mail/mail.ts";
import { queueLetters, type QueuedLetter } from "../../outside/mail/queueLetter.ts";
import { readCart } from "../cart/readCart.ts";
import { asShown, type OrderRow } from "../cart/shownOrder.ts";
import { giftCardsOf } from "../ledger/giftCardsOf.ts";
import { isWhole, replyOf } from "./atTill.ts";
import type { Shop } from "./checkout.sql.ts";
import type { Booked } from "./completion.ts";
import { confirmationLetter, type Confirmed } from "./confirmationLetter.ts";
import { buyerOf } from "./letters.sql.ts";
import type { Purchaser } from "./purchasers.sql.ts";
import { ticketsAtTill, type TillTicket } from "./till.sql.ts";

/** Asked for once more: `occasion` tells it apart from the others, `about` why it is written where something has changed. */
export type Again = { readonly occasion: string; readonly about?: "order_update" | "order_cancel" | undefined };

type Teller = Pick<Shop, "seller" | "outside">;
type Ordered = {
  readonly order: OrderRow;
  readonly buyer: Pick<Purchaser, "first_name" | "email" | "meta">;
  /** What stands in it still. */
  readonly tickets: readonly TillTicket[];
};

/**
 * Writes the confirmations of orders into the outbox, in the transaction of the orders: no order without its mail, no mail
 * without its order. Only their words are made here; what is drawn for them is made when they are sent
 * (`modules/orders/enclose.ts`). They go to the address on file and to no other.
 */
export const queueConfirmations = (wire: Wire, shop: Teller, booked: readonly Booked[]): Promise<void> =>
  queueLetters(
    wire,
    shop.seller.id,
    booked
      .filter(isWanted)
      .map((one) => queued(one, letterOf(shop, orderedOf(one), { reply: replyOf(shop.seller, one.at, undefined) }))),
  );

/** The same for one that tells more: of gift cards, bought or paid with, or of memberships that renew themselves. */
export const queueConfirmation = async (shop: Shop, one: Booked): Promise<void> => {
  if (!isWanted(one)) return;
  const { db, seller } = shop;
  const reply = isWhole(one.at) ? replyOf(seller, one.at, undefined) : await readCart({ db, seller }, one.at.cart.id);
  const ordered = orderedOf(one);
  const giftCards = await boughtGiftCards(shop, ordered);
  await queueLetters(db, seller.id, [
    queued(one, letterOf(shop, ordered, { reply, giftCards, renewal: renewalIn(one) })),
  ]);
};

/** Who agreed that it renews itself is told how to end that; who was not there, what was charged and why. */
const renewalIn = ({ at: { payments } }: Booked): Confirmed["renewal"] =>
  payments.some(({ saved_payment_method_id }) => saved_payment_method_id !== null)
    ? "renewed"
    : payments.some(({ auto_renew }) => auto_renew)
      ? "agreed"
      : undefined;

/** An order's letter once more, as the order stands now; false where there is no address. Whoever wanted none with the order wants the one that they ask for. */
export const queueConfirmationAgain = async (shop: Shop, order_id: string, again: Again): Promise<boolean> => {
  const { db, seller } = shop;
  const order = await db
    .selectFrom("ticket_order")
    .selectAll()
    .where("seller_id", "=", seller.id)
    .where("id", "=", order_id)
    .executeTakeFirstOrThrow();
  const buyer = await buyerOf(shop, order.identity_id);
  if (!buyer.email) return false;
  const ordered: Ordered = {
    order,
    buyer: { ...buyer, meta: buyer.meta as Purchaser["meta"] },
    tickets: await ticketsAtTill(db, seller.id, [order.cart_id]),
  };
  const reply = await readCart({ db, seller }, order.cart_id);
  const giftCards = await boughtGiftCards(shop, ordered);
  const letter = letterOf(shop, ordered, { reply, giftCards, about: again.about });
  await queueLetters(db, seller.id, [{ ...queued(ordered, letter), occasion: again.occasion }]);
  return true;
};

const orderedOf = ({ order, buyer, at: { tickets } }: Booked): Ordered => ({ order, buyer, tickets });

const isWanted = ({ buyer }: Booked): boolean => Boolean(buyer.email) && buyer.meta.send_email !== false;

const boughtGiftCards = async (shop: Shop, { order, tickets }: Ordered): Promise<readonly BoughtGiftCard[]> =>
  tickets.some(({ handler }) => handler === "ledger") ? await giftCardsOf(shop, order.id) : [];

const queued = ({ order, buyer }: Pick<Ordered, "order" | "buyer">, letter: Letter): QueuedLetter => ({
  kind: "order_confirmation",
  ref_id: order.id,
  to_address: buyer.email ?? "",
  letter,
});

const letterOf = (
  shop: Teller,
  { order, buyer, tickets }: Ordered,
  {
    reply: { cart, ticket },
    giftCards = [],
    about,
    renewal,
  }: {
    readonly reply: CartReply;
    readonly giftCards?: readonly BoughtGiftCard[];
    readonly about?: Again["about"];
    readonly renewal?: Confirmed["renewal"];
  },
): Letter => {
  const [row] = cart._data;
  if (!row) throw new Error("An order comes from a cart.");
  // A present is somebody else's to come in with.
  const presents = new Set(ticket._data.filter(isPresent).map(({ ticket_group_id }) => ticket_group_id));
  return confirmationLetter(shop.seller, shop.outside.origin, {
    firstName: buyer.first_name ?? "",
    order: asShown(shop, order),
    cart: row,
    tickets: ticket._data,
    venues: new Map(
      tickets.map((one) => [
        one.event_template_id,
        opensDoor(one) ? [one.venue_name, one.venue_address].filter(Boolean).join(", ") : "",
      ]),
    ),
    opensDoor: tickets.some((one) => opensDoor(one) && !presents.has(one.ticket_group_id)),
    about,
    giftCards,
    renewal,
  });
};
