import type { Ask } from "../../http/ask.ts";
import { issueAccounts } from "../../outside/payments/ledgerBook.ts";
import { newGiftCardNumber } from "./giftCardNumber.ts";
import { soldGiftCards } from "./ledger.sql.ts";

/** The ledger that a seller's cards belong to. What is sold without one waits under the seller's own name. */
export const ledgerOf = ({ slug, configuration }: Pick<Ask["seller"], "slug" | "configuration">): string =>
  configuration.ledger_id ?? slug;

/**
 * Every gift card of an order that was just booked gets its number and what it is worth: the price on it, whatever was
 * paid for it. In the transaction of the order, so there is no card without its sale; said again, it makes no other.
 */
export const issueGiftCards = async (shop: Pick<Ask, "db" | "seller" | "outside">, order_id: string): Promise<void> => {
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
};
