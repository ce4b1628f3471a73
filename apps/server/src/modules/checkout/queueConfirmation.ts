import type { CartReply } from "@foyer/contract/cart.ts";
import type { BoughtGiftCard } from "@foyer/contract/ledger.ts";
import { opensDoor } from "@foyer/rules/handlers.ts";
import { isPresent } from "@foyer/rules/membershipSale.ts";
import type { Wire } from "../../db/statement.ts";
import type { Letter } from "../../outside/mail/mail.ts";
import { queueLetters, type QueuedLetter } from "../../outside/mail/queueLetter.ts";
import { readCart } from "../cart/readCart.ts";
import { asShown } from "../cart/shownOrder.ts";
import { giftCardsOf } from "../ledger/giftCardsOf.ts";
import { isWhole, replyOf } from "./atTill.ts";
import type { Shop } from "./checkout.sql.ts";
import type { Booked } from "./completion.ts";
import { confirmationLetter } from "./confirmationLetter.ts";

type Teller = Pick<Shop, "seller" | "outside">;

/**
 * Writes the confirmations of orders into the outbox, in the transaction of the orders: no order without its mail, no mail
 * without its order. Only their words are made here; what is drawn for them is made when they are sent
 * (`modules/orders/enclose.ts`).
 */
export const queueConfirmations = (wire: Wire, shop: Teller, booked: readonly Booked[]): Promise<void> =>
  queueLetters(
    wire,
    shop.seller.id,
    booked.filter(isWanted).map((one) => queued(one, letterOf(shop, one, replyOf(shop.seller, one.at, undefined), []))),
  );

/** The same for one that tells of gift cards, bought or paid with. */
export const queueConfirmation = async (shop: Shop, one: Booked): Promise<void> => {
  if (!isWanted(one)) return;
  const { db, seller } = shop;
  const reply = isWhole(one.at) ? replyOf(seller, one.at, undefined) : await readCart({ db, seller }, one.at.cart.id);
  const sells = one.at.tickets.some(({ handler }) => handler === "ledger");
  const giftCards = sells ? await giftCardsOf(shop, one.order.id) : [];
  await queueLetters(db, seller.id, [queued(one, letterOf(shop, one, reply, giftCards))]);
};

const isWanted = ({ buyer }: Booked): boolean => Boolean(buyer.email) && buyer.meta.send_email !== false;

const queued = ({ order, buyer }: Booked, letter: Letter): QueuedLetter => ({
  kind: "order_confirmation",
  ref_id: order.id,
  to_address: buyer.email ?? "",
  letter,
});

const letterOf = (
  shop: Teller,
  { order, buyer, at }: Booked,
  { cart, ticket }: CartReply,
  giftCards: readonly BoughtGiftCard[],
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
      at.tickets.map((one) => [
        one.event_template_id,
        opensDoor(one) ? [one.venue_name, one.venue_address].filter(Boolean).join(", ") : "",
      ]),
    ),
    opensDoor: at.tickets.some((one) => opensDoor(one) && !presents.has(one.ticket_group_id)),
    giftCards,
  });
};
