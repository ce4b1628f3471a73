import { shownMovements, type GiftCardMovement, type readGiftCard } from "@foyer/contract/office/money/giftCards.ts";
import type { StaffReceived, StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { toDecimal } from "@foyer/rules/values/money.ts";
import { Refused } from "../../errors/refused.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { findBatch } from "../../modules/giftcards/batches/batchRecords.ts";
import { readEndedAmount } from "../../modules/giftcards/endGiftCards.ts";
import { recipientAddress } from "../../modules/giftcards/sendGiftCardEmail.ts";
import { isRefundedCard } from "../../providers/payments/giftcard/refundedCards.sql.ts";
import {
  countOfChanges,
  emailsOfCard,
  movementsOfCard,
  replacedNumbers,
  restorableOf,
  sumOfEntries,
  type LockedCard,
  type MovementRow,
} from "./giftCard.sql.ts";
import { selectCard, type DeskCardRow } from "./giftCardList.sql.ts";
import { presentCard } from "./listCards.ts";

/** What a change depends on: if it has changed since, the change is refused. */
export const cardVersion = (
  { state, valid_to }: Pick<LockedCard, "state" | "valid_to">,
  { entries, numbers }: { readonly entries: number; readonly numbers: number },
): string => [state, valid_to ?? "-", entries, numbers].join(".");

export const cardNotFound = (): Refused => new Refused({ code: "not_found", context: "ledger" });

/** A card's page. Its number is not shown to anybody. */
export const readCard = async (
  ctx: StaffContext,
  { gift_card_id }: StaffReceived<typeof readGiftCard>,
): Promise<StaffReply<typeof readGiftCard>> => {
  const { db, seller } = ctx;
  const card = await selectCard(ctx, gift_card_id);
  if (!card) throw cardNotFound();
  const { currency } = card;
  const [movements, total, changes, replaced, restorable, ended] = [
    await movementsOfCard(db, seller.id, { id: card.id, limit: shownMovements }),
    await sumOfEntries(db, seller.id, card.id),
    await countOfChanges(db, seller.id, card.id),
    await replacedNumbers(db, seller.id, card.id),
    await restorableOf(db, seller.id, card.id),
    await readEndedAmount(db, seller.id, card.id),
  ];
  const shown = movements.reduce((sum, { amount }) => sum + amount, 0);
  const promised = movements.reduce((sum, { is_open, amount }) => (is_open ? sum - amount : sum), 0);
  return {
    ...presentCard(card),
    version: cardVersion({ state: storedState(card), valid_to: card.valid_to }, changes),
    promised: toDecimal(promised, currency),
    recipient_email: (await recipientAddress(ctx, card.id)) ?? null,
    issue: await issueOf(ctx, card),
    earlier: toDecimal(total - shown, currency),
    movements: movements.map((row) => presentMovement(row, currency)),
    replaced,
    emails: [...(await emailsOfCard(db, seller.id, [card.id, card.source_ticket_id ?? card.id]))],
    restorable: restorable === undefined ? null : toDecimal(restorable, currency),
    ended: toDecimal(ended, currency),
    order_refunded: await isRefundedCard(db, seller.id, card.id),
    never_ends: seller.configuration.gift_cards?.never_end === true,
  };
};

const storedState = ({ state }: DeskCardRow): LockedCard["state"] => (state === "inactive" ? "inactive" : "active");

const issueOf = async (
  { db, seller }: StaffContext,
  { batch_id }: DeskCardRow,
): Promise<StaffReply<typeof readGiftCard>["issue"]> => {
  const batch = batch_id === null ? undefined : await findBatch(db, seller.id, batch_id);
  return batch ? { by: batch.by, reason: batch.reason, quantity: batch.quantity } : null;
};

const presentMovement = (
  { id, at, kind, act, amount, order_number, by, reason }: MovementRow,
  currency: string,
): GiftCardMovement => ({
  id,
  at,
  kind: act ?? kind,
  amount: toDecimal(amount, currency),
  order_number,
  by,
  reason,
});
