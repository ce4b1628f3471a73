import { pause } from "../../db/faultPoints.ts";
import { Refused } from "../../errors/refused.ts";
import { postEntry } from "../../providers/payments/giftcard/ledger.sql.ts";
import { deactivateGiftCard, giftCardsOfTickets, type GiftCardDb, type SoldAccount } from "./giftCards.sql.ts";

/** Refuses gift cards of which something has been spent, or that were closed. */
const requireUnspent = (cards: readonly SoldAccount[]): void => {
  if (cards.every(({ balance, issued, state }) => balance === issued && state !== "inactive")) return;
  throw new Refused({
    code: "ticket_state_incorrect",
    context: "ledger",
    description: "This gift card has been used. Its balance can still be spent.",
  });
};

/** Refuses tickets whose gift cards cannot be taken back any more. Locks nothing. */
export const requireUnspentGiftCards = async (ctx: GiftCardDb, ticket_ids: readonly string[]): Promise<void> =>
  requireUnspent(await giftCardsOfTickets(ctx, ticket_ids, "read"));

/**
 * Takes back the gift cards that tickets bought, behind the locks of their accounts: whoever spends one at the same time
 * either comes first, and the card stays, or finds it closed.
 */
export const voidGiftCards = async (ctx: GiftCardDb, ticket_ids: readonly string[]): Promise<void> => {
  const cards = await giftCardsOfTickets(ctx, ticket_ids, "lock");
  await pause("gift_cards_locked");
  requireUnspent(cards);
  for (const { id, balance } of cards) {
    await deactivateGiftCard(ctx, id);
    await postEntry(ctx.db, ctx.seller.id, { account_id: id, kind: "adjust", amount: -balance });
  }
};
