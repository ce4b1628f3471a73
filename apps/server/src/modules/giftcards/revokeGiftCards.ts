import type { RequestContext } from "../../http/requestContext.ts";
import { postEntry } from "../../providers/payments/giftcard/ledger.sql.ts";
import { lockGiftCardsOfOrder, deactivateGiftCard } from "./giftCards.sql.ts";

/**
 * Deactivates the gift cards of a fully refunded order. An unspent card is emptied; a partly spent one keeps its balance
 * for manual review, and its id is returned. It can safely be repeated.
 */
export const revokeGiftCards = async (
  ctx: Pick<RequestContext, "db" | "seller">,
  order_id: string,
): Promise<{ readonly spent: readonly string[] }> => {
  const cards = await lockGiftCardsOfOrder(ctx, order_id);
  const partlySpent: string[] = [];
  for (const { id, balance, ended, issued, state } of cards) {
    if (state === "inactive") continue;
    await deactivateGiftCard(ctx, id);
    if (balance + ended !== issued) partlySpent.push(id);
    else if (balance > 0) await postEntry(ctx.db, ctx.seller.id, { account_id: id, kind: "adjust", amount: -balance });
  }
  return { spent: partlySpent };
};
