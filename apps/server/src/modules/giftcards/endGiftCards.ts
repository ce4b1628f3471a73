import { toDecimal } from "@foyer/rules/values/money.ts";
import { pause } from "../../db/faultPoints.ts";
import { transact } from "../../db/transact.ts";
import type { RequestContext } from "../../http/requestContext.ts";
import { postEntry } from "../../providers/payments/giftcard/ledger.sql.ts";
import { writeEntry } from "../audit/audit.ts";
import { expiredCards, insertEnding, lockExpiredCard } from "./endedCards.sql.ts";

export { readEndedAmount, sellersWithEndedCards } from "./endedCards.sql.ts";

/** The most cards of a seller per run, so that many that expire together do not delay other sellers. */
const cardsInTurn = 200;
const reason = "Its last day was over";

/**
 * Removes the balance of cards that have expired, each in a transaction of its own, so that the liability is what can
 * still be spent. Money that is refunded to such a card later is removed again. Extending the expiry restores all of it.
 * It can safely run concurrently. Returns the number of cards it ended.
 */
export const endGiftCards = async (
  ctx: Pick<RequestContext, "db" | "seller">,
  stopping?: AbortSignal,
): Promise<number> => {
  const due = await expiredCards(ctx.db, ctx.seller.id, cardsInTurn);
  await pause("gift_cards_past_their_end");
  let ended = 0;
  for (const id of due) {
    if (stopping?.aborted === true) break;
    if (await endCard(ctx, id)) ended += 1;
  }
  return ended;
};

const endCard = (ctx: Pick<RequestContext, "db" | "seller">, id: string): Promise<boolean> =>
  transact(ctx, async ({ db }) => {
    const { seller } = ctx;
    const card = await lockExpiredCard(db, seller.id, id);
    if (!card) return false;
    const entry_id = await postEntry(db, seller.id, { account_id: id, kind: "adjust", amount: -card.balance });
    if (entry_id === undefined) return false;
    await insertEnding(db, seller.id, { entry_id, account_id: id, reason });
    await writeEntry(
      { db, seller, actor: "job", via: "job", staff_id: null, roles: [], requestId: null },
      {
        action: "gift_card.ended",
        entity: { kind: "gift_card", id },
        before: { balance: toDecimal(card.balance, card.currency) },
        after: { balance: toDecimal(0, card.currency) },
        reason,
      },
    );
    return true;
  });
