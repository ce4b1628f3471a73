import type { BoughtGiftCard } from "@foyer/contract/ledger.ts";
import { toWire } from "@foyer/rules/money.ts";
import type { Ask } from "../../http/ask.ts";
import { queueLetter } from "../../outside/mail/queueLetter.ts";
import { issueAccounts } from "../../outside/payments/ledgerBook.ts";
import { giftCardLetter } from "./giftCardLetter.ts";
import { newGiftCardNumber } from "./giftCardNumber.ts";
import { giftCardsOf } from "./giftCardsOf.ts";
import { soldGiftCards, type SoldGiftCard } from "./ledger.sql.ts";

type Shop = Pick<Ask, "db" | "seller" | "outside">;

/** The ledger that a seller's cards belong to. What is sold without one waits under the seller's own name. */
export const ledgerOf = ({ slug, configuration }: Pick<Ask["seller"], "slug" | "configuration">): string =>
  configuration.ledger_id ?? slug;

/**
 * Every gift card of an order that was just booked gets its number and what it is worth: the price on it, whatever was
 * paid for it. Whom it is for is written to, where the buyer named an address. In the transaction of the order, so there
 * is no card without its sale; said again, it makes no other.
 */
export const issueGiftCards = async (shop: Shop, order_id: string): Promise<void> => {
  const { db, seller } = shop;
  const sold = await soldGiftCards(shop, order_id);
  await issueAccounts(
    db,
    seller.id,
    sold.map(({ id, face_value, valid_to }) => ({
      ledger_id: ledgerOf(seller),
      number: newGiftCardNumber(),
      currency: seller.default_currency_code,
      amount: face_value,
      source_ticket_id: id,
      valid_to,
    })),
  );
  const cards = await giftCardsOf(shop, order_id);
  for (const ticket of sold) {
    const card = cards.find(({ ticket_id }) => ticket_id === ticket.id);
    if (card) await writeTo(shop, ticket, card);
  }
};

const writeTo = async ({ db, seller, outside }: Shop, ticket: SoldGiftCard, card: BoughtGiftCard): Promise<void> => {
  if (!ticket.admit_email) return;
  const { message } = ticket.answers ?? {};
  const letter = giftCardLetter(seller, outside.origin, {
    number: card.number,
    amount: toWire(ticket.face_value, seller.default_currency_code),
    currency: seller.default_currency_code,
    to: ticket.admit_name ?? "",
    from: [ticket.giver_first_name, ticket.giver_last_name].filter(Boolean).join(" "),
    message: typeof message === "string" ? message : "",
    valid_to: ticket.valid_to,
  });
  await queueLetter({ db, seller }, { kind: "gift_card", ref_id: ticket.id, to_address: ticket.admit_email, letter });
};
