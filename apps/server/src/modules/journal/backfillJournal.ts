import { captureLines, cardAdjustedLines, cardIssuedLines } from "@foyer/rules/journal/journalRows.ts";
import type { JournalStep } from "../../db/schema/journal.ts";
import type { Pipeline } from "../../db/statements/statement.ts";
import { transact } from "../../db/transact.ts";
import type { RequestContext } from "../../http/requestContext.ts";
import { writeJournal } from "../../providers/journal/writeJournal.sql.ts";
import {
  claimStep,
  endPass,
  readCancelledFacts,
  readCaptureFacts,
  readCardFacts,
  readNextIds,
  saveProgress,
} from "./backfill.sql.ts";
import {
  journalCancelledTickets,
  journalDisputes,
  journalOrderChanges,
  journalOrders,
  journalRefunds,
} from "./journalChanges.ts";

type SellerDb = Pick<RequestContext, "db" | "seller">;
type WriteStep = (pipeline: Pipeline, seller_id: string, ids: readonly string[]) => Promise<void>;

/** Small, so that one transaction is short and locks little. */
const batchSize = 200;

/**
 * Writes one batch of what happened before the journal existed. It can be resumed: a step stores the id that it has
 * reached, and each cause is written once, whoever writes it first. Returns false if nothing is due.
 */
export const backfillJournal = (ctx: SellerDb): Promise<boolean> =>
  transact(ctx, async ({ db, seller }) => {
    const claimed = await claimStep(db, seller.id);
    if (!claimed) return false;
    const { step, after } = claimed;
    const ids = await readNextIds(db, seller.id, { step, after, limit: batchSize });
    const last = ids.at(-1);
    if (last === undefined) await endPass(db, seller.id, step);
    else {
      await writeStep[step](db, seller.id, ids);
      await saveProgress(db, seller.id, { step, last });
    }
    return true;
  });

const writeCaptures: WriteStep = async (db, seller_id, ids) => {
  const captures = await readCaptureFacts(db, seller_id, ids);
  await writeJournal(
    db,
    seller_id,
    captures.map(({ currency, at, ...payment }) => ({
      cause: "capture",
      cause_id: payment.id,
      currency,
      ticket_order_id: null,
      at,
      lines: captureLines(payment),
    })),
  );
};

const writeCancelled: WriteStep = async (db, seller_id, ids) => {
  for (const cancelled of await readCancelledFacts(db, seller_id, ids))
    await journalCancelledTickets(db, seller_id, cancelled);
};

const writeCards: WriteStep = async (db, seller_id, ids) => {
  const cards = await readCardFacts(db, seller_id, ids);
  await writeJournal(
    db,
    seller_id,
    cards.map(({ amount, ...card }) => ({
      ...card,
      ticket_order_id: null,
      lines: card.cause === "card_issued" ? cardIssuedLines(amount) : cardAdjustedLines(amount),
    })),
  );
};

const writeStep = {
  order: journalOrders,
  capture: writeCaptures,
  refund: (db, seller_id, ids) => journalRefunds(db, seller_id, ids, "past"),
  change: (db, seller_id, ids) => journalOrderChanges(db, seller_id, ids, "past"),
  cancelled: writeCancelled,
  dispute: (db, seller_id, ids) => journalDisputes(db, seller_id, ids, "past"),
  card: writeCards,
} as const satisfies Record<JournalStep, WriteStep>;
