import { foldText, wordsOf } from "@foyer/rules/orders/searchTerms.ts";
import { crash } from "../../../db/faultPoints.ts";
import { transact } from "../../../db/transact.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { issueAccounts } from "../../../providers/payments/giftcard/ledger.sql.ts";
import { ledgerIdOf } from "../issueGiftCards.ts";
import { newGiftCardNumber } from "../newGiftCardNumber.ts";
import {
  countMade,
  insertCardWords,
  insertDeskCards,
  saveCardAddress,
  lockRunningBatch,
  replaceCardWords,
  type GiftCardWord,
  type NewGiftCardBatch,
} from "./batches.sql.ts";

type Shop = Pick<RequestContext, "db" | "seller">;

/** Cards that one transaction creates. */
const cardsAtOnce = 500;
/** The most cards of a seller per run, so that a large batch does not delay other sellers. */
const cardsInTurn = 2500;

/** The recipient of a card's e-mail. */
export type CardRecipient = { readonly name: string | null; readonly email: string | null };

/** A card to create: its number, its value in minor units, its expiry and its recipient. */
export type CardToMake = CardRecipient & {
  readonly number: string;
  readonly amount: number;
  readonly valid_to: string | null;
};

/** Creates cards of a batch with their entries in ledger and journal, in the caller's transaction. Returns their ids. */
export const makeCards = async (
  { db, seller }: Shop,
  { id: batch_id, currency }: Pick<NewGiftCardBatch, "id" | "currency">,
  cards: readonly CardToMake[],
): Promise<readonly string[]> => {
  const made = await issueAccounts(
    db,
    seller.id,
    cards.map(({ number, amount, valid_to }) => ({
      ledger_id: ledgerIdOf(seller),
      number,
      currency,
      amount,
      source_ticket_id: null,
      valid_to,
    })),
  );
  if (made.length !== cards.length) throw new Error(`Batch ${batch_id} made ${made.length} of ${cards.length} cards.`);
  const deskCards = cards.map(({ name, email }, nth) => ({ account_id: made[nth]?.id ?? "", name, email }));
  await insertDeskCards(db, seller.id, { batch_id, cards: deskCards });
  await insertCardWords(
    db,
    seller.id,
    deskCards.flatMap(({ account_id, ...recipient }) =>
      wordsOfRecipient(recipient).map((word) => ({ ...word, account_id })),
    ),
  );
  await countMade(db, seller.id, { id: batch_id, cards: cards.length });
  crash("gift_cards_made");
  return deskCards.map(({ account_id }) => account_id);
};

/** An e-mail address as cards are searched by it. */
export const emailWord = (email: string): string => foldText(email).slice(0, 80);

const wordsOfRecipient = ({ name, email }: CardRecipient): readonly GiftCardWord[] => [
  ...(name === null ? [] : wordsOf(name).map((word) => ({ kind: "name" as const, word }))),
  ...(email === null ? [] : [{ kind: "email" as const, word: emailWord(email) }]),
];

/** Stores a corrected address for a card's e-mail, and makes the card searchable by it. */
export const correctAddress = async ({ db, seller }: Shop, account_id: string, email: string): Promise<void> => {
  await saveCardAddress(db, seller.id, { account_id, email });
  const words = wordsOfRecipient({ name: null, email });
  await replaceCardWords(db, seller.id, account_id, { kinds: ["email"], words });
};

/**
 * Creates the cards of batches that staff issued, some hundreds per transaction. It can safely run concurrently, in one
 * process or in several: only the rows record how far a batch is. Returns the number of cards created.
 */
export const runGiftCardBatches = async (ctx: Shop, stopping?: AbortSignal): Promise<number> => {
  let made = 0;
  while (made < cardsInTurn && stopping?.aborted !== true) {
    const step = await transact(ctx, async (ctx) => {
      const batch = await lockRunningBatch(ctx.db, ctx.seller.id);
      if (!batch) return 0;
      const quantity = Math.min(cardsAtOnce, batch.quantity - batch.made);
      const { amount, valid_to } = batch;
      const newCard = (): CardToMake => ({ number: newGiftCardNumber(), amount, valid_to, name: null, email: null });
      await makeCards(ctx, batch, Array.from({ length: quantity }, newCard));
      return quantity;
    });
    if (step === 0) break;
    made += step;
  }
  return made;
};
