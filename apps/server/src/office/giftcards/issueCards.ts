import { Readable } from "node:stream";
import type { issueGiftCardsAtDesk, previewIssuedGiftCard } from "@foyer/contract/office/money/giftCards.ts";
import type {
  downloadGiftCardNumbers,
  GiftCardBatch,
  listGiftCardBatches,
} from "@foyer/contract/office/money/giftCardBatches.ts";
import type { StaffReceived, StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { fromDecimal, toDecimal } from "@foyer/rules/values/money.ts";
import { newId } from "../../db/newId.ts";
import { Refused } from "../../errors/refused.ts";
import type { StreamedReply } from "../../http/staff/sendFile.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { audit, changing } from "../../modules/audit/audit.ts";
import {
  findBatch,
  insertBatch,
  newestBatches,
  numbersOfBatch,
  type GiftCardBatchRow,
} from "../../modules/giftcards/batches/batchRecords.ts";
import { makeCards, type CardRecipient } from "../../modules/giftcards/batches/makeCards.ts";
import { newGiftCardNumber } from "../../modules/giftcards/newGiftCardNumber.ts";
import { giftCardKind, sendGiftCardEmail } from "../../modules/giftcards/sendGiftCardEmail.ts";
import { chosenEmail, chosenFor } from "../../providers/mail/emailOptions.ts";
import { csvLine } from "../downloads/csvLine.ts";
import { requireRoom } from "../limits/requireRoom.ts";
import { invalidFields, maxAmountOf, requireCardStep, requireEnd, requireGiftCards } from "./cardLimits.ts";
import { newNumber, previewCardEmailOf, type CardContext } from "./cardEmailPreview.ts";
import { cardNotFound } from "./readCard.ts";

type Issued = Pick<StaffReceived<typeof issueGiftCardsAtDesk>, "quantity" | "amount" | "last_day" | "reason">;

/** The batch of the cards, if they can be issued. */
const batchOf = (ctx: StaffContext, { quantity, amount: given, last_day, reason }: Issued) => {
  const { seller, staff } = ctx;
  requireGiftCards(ctx);
  const currency = seller.default_currency_code;
  const amount = fromDecimal(given, currency);
  if (amount === undefined || amount <= 0 || amount > maxAmountOf(seller, currency)) throw invalidFields("amount");
  requireCardStep(ctx, { amount, currency });
  const valid_to = requireEnd(ctx, last_day ?? null);
  return { id: newId(), staff_id: staff.id, amount, currency, quantity, valid_to, reason };
};

/** Makes the only card of a batch and sends its e-mail, in the caller's transaction. */
const issueOne = async (ctx: CardContext, batch: ReturnType<typeof batchOf>, recipient: CardRecipient) => {
  const { amount, valid_to } = batch;
  const number = newGiftCardNumber();
  const [gift_card_id = ""] = await makeCards(ctx, batch, [{ number, amount, valid_to, ...recipient }]);
  await sendGiftCardEmail(ctx, { account_id: gift_card_id });
  return { gift_card_id, number };
};

/** Issues a single card at once, or hands several over to the job that makes them. */
export const issueCards = async (
  staff: StaffContext,
  { name, email, email_choice, ...sent }: StaffReceived<typeof issueGiftCardsAtDesk>,
): Promise<StaffReply<typeof issueGiftCardsAtDesk>> => {
  const { seller } = staff;
  const batch = batchOf(staff, sent);
  const { quantity, amount, currency, valid_to, reason } = batch;
  if (quantity > 1 && (name !== undefined || email !== undefined)) throw invalidFields("quantity", "name", "email");
  const recipient = { name: name ?? null, email: email ?? null };
  return changing<CardContext, StaffReply<typeof issueGiftCardsAtDesk>>(
    { ...staff, emailOptions: chosenFor(giftCardKind, email_choice) },
    async (ctx) => {
      if (quantity > 1) await requireRoom(ctx, "gift_card_batches");
      await insertBatch(ctx.db, seller.id, batch);
      await audit(ctx, {
        action: "gift_card.issued",
        entity: { kind: "gift_card_batch", id: batch.id },
        after: {
          quantity,
          amount: toDecimal(amount, currency),
          currency,
          valid_to,
          ...(email !== undefined && chosenEmail(email_choice)),
        },
        ...(quantity === 1 && { personal: { identity_id: batch.id, after: recipient } }),
        reason,
      });
      if (quantity > 1) return { batch_id: batch.id, gift_card_id: null, number: null };
      return { batch_id: batch.id, ...(await issueOne(ctx, batch, recipient)) };
    },
  );
};

/** The e-mail of a card that would be issued: everything is done in a transaction that is rolled back. */
export const previewIssue = async (
  ctx: StaffContext,
  { name, email, ...sent }: StaffReceived<typeof previewIssuedGiftCard>,
): Promise<StaffReply<typeof previewIssuedGiftCard>> => {
  const batch = batchOf(ctx, { ...sent, quantity: 1, reason: "Preview" });
  return previewCardEmailOf(ctx, async (tx) => {
    await insertBatch(tx.db, tx.seller.id, batch);
    const { number } = await issueOne(tx, batch, { name: name ?? null, email: email ?? null });
    return newNumber(number);
  });
};

export const listBatches = async (ctx: StaffContext): Promise<StaffReply<typeof listGiftCardBatches>> => ({
  batches: (await newestBatches(ctx.db, ctx.seller.id)).map((row) => presentBatch(ctx, row)),
});

/**
 * The person who issued the cards sees their numbers until a day after the last one was made; nobody sees them later. The
 * numbers of imported cards are in their file.
 */
const showsNumbers = ({ staff }: StaffContext, { staff_id, is_fresh, ended_at, amount }: GiftCardBatchRow): boolean =>
  amount !== null && staff_id === staff.id && is_fresh && ended_at !== null;

const presentBatch = (ctx: StaffContext, row: GiftCardBatchRow): GiftCardBatch => {
  const { id, quantity, made, amount, currency, valid_to, reason, by, created_at } = row;
  return {
    id,
    quantity,
    made,
    amount: amount === null ? null : toDecimal(amount, currency),
    currency,
    valid_to,
    reason,
    by,
    created_at,
    shows_numbers: showsNumbers(ctx, row),
  };
};

const numbersAtOnce = 1000;

const numberLines = async function* (ctx: StaffContext, batch: GiftCardBatchRow): AsyncGenerator<string> {
  const { id: batch_id, currency, valid_to } = batch;
  const amount = toDecimal(batch.amount ?? 0, currency);
  yield csvLine(["number", "amount", "currency", "valid_to"]);
  let after = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    const rows = await numbersOfBatch(ctx.db, ctx.seller.id, { batch_id, after, limit: numbersAtOnce });
    for (const { number } of rows) yield csvLine([number, amount, currency, valid_to ?? ""]);
    const last = rows.at(-1);
    if (rows.length < numbersAtOnce || !last) return;
    after = last.id;
  }
};

export const downloadNumbers = async (
  ctx: StaffContext,
  { batch_id }: StaffReceived<typeof downloadGiftCardNumbers>,
): Promise<StreamedReply> => {
  const batch = await findBatch(ctx.db, ctx.seller.id, batch_id);
  if (!batch) throw cardNotFound();
  if (!showsNumbers(ctx, batch)) throw new Refused({ code: "access_denied", context: "ledger" });
  await changing(ctx, (ctx) =>
    audit(ctx, {
      action: "gift_card.numbers_downloaded",
      entity: { kind: "gift_card_batch", id: batch.id },
      after: { quantity: batch.quantity },
    }),
  );
  return {
    stream: Readable.from(numberLines(ctx, batch)),
    type: "text/csv; charset=utf-8",
    fileName: `gift-cards-${ctx.seller.slug}-${batch.id.slice(0, 8)}.csv`,
  };
};
