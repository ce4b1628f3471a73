import type { RequestContext } from "../../http/requestContext.ts";
import { postEntry } from "../../providers/payments/giftcard/ledger.sql.ts";
import { lockGiftCardsOfOrder, deactivateGiftCard } from "./giftCards.sql.ts";

/**
 * An order was given back whole: the cards that it bought pay for nothing any more (docs/decisions/015). One that is
 * still whole is emptied. One that was spent from keeps what is left, out of use, until a person has looked at it; these
 * are told. Said again, it changes nothing.
 */
export const revokeGiftCards = async (
  ctx: Pick<RequestContext, "db" | "seller">,
  order_id: string,
): Promise<{ readonly spent: readonly string[] }> => {
  const cards = await lockGiftCardsOfOrder(ctx, order_id);
  const partlySpent: string[] = [];
  for (const { id, balance, issued, state } of cards) {
    if (state === "inactive") continue;
    await deactivateGiftCard(ctx, id);
    if (balance === issued)
      await postEntry(ctx.db, ctx.seller.id, { account_id: id, kind: "adjust", amount: -balance });
    else partlySpent.push(id);
  }
  return { spent: partlySpent };
};
