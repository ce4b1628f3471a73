import { toDecimal } from "@foyer/rules/values/money.ts";
import { pause } from "../../db/faultPoints.ts";
import { Refused } from "../../errors/refused.ts";
import { moneyFormatter } from "../../providers/mail/moneyFormatter.ts";
import { postEntry } from "../../providers/payments/giftcard/ledger.sql.ts";
import { deactivateGiftCard, giftCardsOfTickets, type GiftCardDb, type SoldAccount } from "./giftCards.sql.ts";

/** Refuses gift cards that are partly spent or closed, and returns their balance with the refusal. */
const requireUnspent = ({ seller }: GiftCardDb, cards: readonly SoldAccount[]): void => {
  const kept = cards.filter(({ balance, ended, issued, state }) => balance + ended !== issued || state === "inactive");
  const [first] = kept;
  if (!first) return;
  const left = toDecimal(
    kept.reduce((sum, { balance }) => sum + balance, 0),
    first.currency,
  );
  const format = moneyFormatter(seller, first.currency);
  const description = kept.every(({ state }) => state === "inactive")
    ? "This gift card is closed, so its sale cannot be cancelled."
    : `This gift card has been used, so its sale cannot be cancelled. ${format(left)} is left on it and can still be spent.`;
  throw new Refused({
    code: "ticket_state_incorrect",
    context: "ledger",
    description,
    extra: { left },
  });
};

/** Refuses tickets whose gift cards can no longer be taken back. Takes no locks. */
export const requireUnspentGiftCards = async (ctx: GiftCardDb, ticket_ids: readonly string[]): Promise<void> =>
  requireUnspent(ctx, await giftCardsOfTickets(ctx, ticket_ids, "read"));

/**
 * Takes back the gift cards that tickets bought, with their accounts locked: a simultaneous payment with one either comes
 * first, and the card stays, or finds it closed.
 */
export const voidGiftCards = async (ctx: GiftCardDb, ticket_ids: readonly string[]): Promise<void> => {
  const cards = await giftCardsOfTickets(ctx, ticket_ids, "lock");
  await pause("gift_cards_locked");
  requireUnspent(ctx, cards);
  for (const { id, balance } of cards) {
    await deactivateGiftCard(ctx, id);
    if (balance > 0) await postEntry(ctx.db, ctx.seller.id, { account_id: id, kind: "adjust", amount: -balance });
  }
};
