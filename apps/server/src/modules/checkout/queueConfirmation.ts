import { opensDoor } from "@foyer/rules/handlers.ts";
import { isPresent } from "@foyer/rules/membershipSale.ts";
import { readCart } from "../cart/readCart.ts";
import { shownOrder } from "../cart/shownOrder.ts";
import { giftCardsOf } from "../ledger/giftCardsOf.ts";
import type { Shop } from "./completeCart.ts";
import { confirmationLetter } from "./confirmationLetter.ts";
import { buyerOf } from "./letters.sql.ts";
import { orderedEvents } from "./orderedEvents.ts";
import { queueLetter } from "../../outside/mail/queueLetter.ts";

/** Asked for once more: `occasion` tells it apart from the others, `about` why it is written where something has changed. */
export type Again = { readonly occasion: string; readonly about?: "order_update" | "order_cancel" | undefined };

/**
 * Writes the confirmation into the outbox, in the transaction of the order: no order without its mail, no mail without
 * its order. Only its words are made here; what is drawn for it is made when it is sent (`modules/orders/enclose.ts`).
 * It goes to the address on file and to no other; false where there is none, or where none was wanted.
 */
export const queueConfirmation = async (shop: Shop, order_id: string, again?: Again): Promise<boolean> => {
  const order = await shownOrder(shop, order_id);
  const buyer = await buyerOf(shop, order.identity_id ?? "");
  // Whoever wanted none with the order wants the one that they ask for.
  if (!buyer.email || (buyer.meta.send_email === false && !again)) return false;

  const { cart, ticket } = await readCart(shop, order.cart_id);
  const [row] = cart._data;
  if (!row) throw new Error("An order comes from a cart.");
  const events = await orderedEvents(shop, order_id);
  // A present is somebody else's to come in with.
  const presents = new Set(ticket._data.filter(isPresent).map(({ ticket_group_id }) => ticket_group_id));
  const letter = confirmationLetter(shop.seller, shop.outside.origin, {
    firstName: buyer.first_name ?? "",
    order,
    cart: row,
    tickets: ticket._data,
    venues: new Map(
      events.map((event) => [
        event.event_template_id,
        opensDoor(event) ? [event.venue_name, event.venue_address].filter(Boolean).join(", ") : "",
      ]),
    ),
    opensDoor: events.some(
      (event) =>
        opensDoor(event) &&
        !presents.has(event.ticket_group_id) &&
        ticket._data.some(({ ticket_group_id }) => ticket_group_id === event.ticket_group_id),
    ),
    about: again?.about,
    giftCards: events.some(({ handler }) => handler === "ledger") ? await giftCardsOf(shop, order_id) : [],
  });
  await queueLetter(shop, {
    kind: "order_confirmation",
    ref_id: order_id,
    occasion: again?.occasion ?? "",
    to_address: buyer.email,
    letter,
  });
  return true;
};
