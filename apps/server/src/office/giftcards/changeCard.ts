import type {
  adjustGiftCard,
  moveGiftCardEnd,
  previewGiftCardEmail,
  replaceGiftCardNumber,
  resendGiftCard,
  restoreGiftCard,
  voidGiftCard,
} from "@foyer/contract/office/money/giftCards.ts";
import type { Nothing, StaffReceived, StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { normalizeGiftCardNumber } from "@foyer/rules/checkout/giftcards/giftCard.ts";
import { fromDecimal, toDecimal } from "@foyer/rules/values/money.ts";
import { pause } from "../../db/faultPoints.ts";
import { Refused } from "../../errors/refused.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { audit, changing, type AuditRecord } from "../../modules/audit/audit.ts";
import { staleVersion } from "../../modules/audit/staleVersion.ts";
import { correctAddress } from "../../modules/giftcards/batches/makeCards.ts";
import { readEndedAmount } from "../../modules/giftcards/endGiftCards.ts";
import { newGiftCardNumber } from "../../modules/giftcards/newGiftCardNumber.ts";
import { giftCardKind, recipientAddress, sendGiftCardEmail } from "../../modules/giftcards/sendGiftCardEmail.ts";
import { chosenEmail, chosenFor, withSentence } from "../../providers/mail/emailOptions.ts";
import { requireNotJustSent } from "../../providers/mail/requireNotJustSent.ts";
import { postEntry } from "../../providers/payments/giftcard/ledger.sql.ts";
import { invalidFields, maxAmountOf, requireCardStep, requireEnd } from "./cardLimits.ts";
import {
  countOfChanges,
  insertAct,
  lockCard,
  restorableOf,
  setCardEnd,
  setCardNumber,
  setCardState,
  type LockedCard,
  type NewCardAct,
} from "./giftCard.sql.ts";
import { knownNumber, newNumber, previewCardEmailOf, type CardContext } from "./cardEmailPreview.ts";
import { cardNotFound, cardVersion } from "./readCard.ts";

const entityOf = (id: string) => ({ kind: "gift_card", id }) as const;

type Change = { readonly gift_card_id: string; readonly version?: string };

/** Locks a card. */
const requireCard = async ({ db, seller }: StaffContext, gift_card_id: string): Promise<LockedCard> => {
  const card = await lockCard(db, seller.id, gift_card_id);
  if (!card) throw cardNotFound();
  return card;
};

const requireActive = ({ state }: LockedCard): void => {
  if (state === "inactive") throw new Refused({ code: "gift_card_inactive", context: "ledger" });
};

/**
 * A change of a card in one transaction: it locks the card, so that no payment, refund or cancellation of its sale
 * interferes, compares the version shown on screen, changes the card and writes the audit log entry.
 */
const changeCard = <R>(
  staff: CardContext,
  { gift_card_id, version }: Change,
  work: (
    ctx: CardContext,
    card: LockedCard,
  ) => Promise<{ readonly result: R; readonly record: Omit<AuditRecord, "entity"> }>,
): Promise<R> =>
  changing(staff, async (ctx) => {
    const { db, seller } = ctx;
    const card = await requireCard(ctx, gift_card_id);
    await pause("gift_card_locked");
    if (version !== undefined && cardVersion(card, await countOfChanges(db, seller.id, card.id)) !== version)
      throw await staleVersion(ctx, entityOf(card.id), {
        context: "ledger",
        extra: { balance: toDecimal(card.balance, card.currency) },
      });
    const { result, record } = await work(ctx, card);
    await audit(ctx, { ...record, entity: entityOf(card.id) });
    return result;
  });

/** Changes the balance by an entry, and stores the reason with it. */
const postAct = async (
  { db, seller, staff }: StaffContext,
  card: LockedCard,
  { act, amount, reason }: Pick<NewCardAct, "act" | "reason"> & { readonly amount: number },
): Promise<void> => {
  const entry_id = await postEntry(db, seller.id, { account_id: card.id, kind: "adjust", amount });
  if (entry_id === undefined)
    throw new Refused({
      code: "insufficient_balance",
      context: "ledger",
      extra: { balance: toDecimal(card.balance, card.currency) },
    });
  await insertAct(db, seller.id, { entry_id, account_id: card.id, act, staff_id: staff.id, reason });
};

const balances = ({ balance, currency }: LockedCard, amount: number) => ({
  before: { balance: toDecimal(balance, currency) },
  after: { balance: toDecimal(balance + amount, currency) },
});

/** Its end would take off again whatever is put on a card past it. */
const isPastEnd = ({ now }: StaffContext, { valid_to }: LockedCard): boolean =>
  valid_to !== null && Temporal.Instant.compare(valid_to, now) <= 0;

/** Raises or lowers the balance of an active card. */
export const adjustCard = (
  ctx: StaffContext,
  { amount: given, reason, ...change }: StaffReceived<typeof adjustGiftCard>,
): Promise<Nothing> =>
  changeCard(ctx, change, async (ctx, card) => {
    if (card.state === "inactive") throw new Refused({ code: "gift_card_inactive", context: "ledger" });
    if (isPastEnd(ctx, card))
      throw new Refused({
        code: "gift_card_inactive",
        context: "ledger",
        description: "The last day of this card is over. Change it first.",
      });
    const amount = fromDecimal(given, card.currency);
    if (amount === undefined || amount === 0) throw invalidFields("amount");
    requireCardStep(ctx, { amount, currency: card.currency, balance: card.balance });
    if (amount > 0 && card.balance + amount > maxAmountOf(ctx.seller, card.currency)) throw invalidFields("amount");
    await postAct(ctx, card, { act: "adjust", amount, reason });
    return { result: {}, record: { action: "gift_card.adjusted", ...balances(card, amount), reason } };
  });

/** Removes the balance and deactivates the card. Money that is returned to it later stays on it until staff handle it. */
export const voidCard = (
  ctx: StaffContext,
  { reason, ...change }: StaffReceived<typeof voidGiftCard>,
): Promise<Nothing> =>
  changeCard(ctx, change, async (ctx, card) => {
    if (card.state === "inactive" && card.balance === 0)
      throw new Refused({ code: "gift_card_inactive", context: "ledger" });
    await setCardState(ctx.db, ctx.seller.id, { id: card.id, state: "inactive" });
    await postAct(ctx, card, { act: "void", amount: -card.balance, reason });
    return { result: {}, record: { action: "gift_card.voided", ...balances(card, -card.balance), reason } };
  });

/** Restores what voiding removed. A card whose sale was refunded since stays inactive. */
export const restoreCard = (
  ctx: StaffContext,
  { reason, ...change }: StaffReceived<typeof restoreGiftCard>,
): Promise<Nothing> =>
  changeCard(ctx, change, async (ctx, card) => {
    const amount = await restorableOf(ctx.db, ctx.seller.id, card.id);
    if (amount === undefined) throw new Refused({ code: "gift_card_inactive", context: "ledger" });
    await setCardState(ctx.db, ctx.seller.id, { id: card.id, state: "active" });
    await postAct(ctx, card, { act: "restore", amount, reason });
    return { result: {}, record: { action: "gift_card.restored", ...balances(card, amount), reason } };
  });

type Replacement = { readonly reason: string; readonly to: string | null | undefined };

/** Gives a locked card a new number, and sends it. `to`: another address, which is stored; null sends nothing. */
const giveNewNumber = async (ctx: CardContext, card: LockedCard, { reason, to }: Replacement) => {
  const { db, seller, staff } = ctx;
  requireActive(card);
  const number = newGiftCardNumber();
  const normalized = normalizeGiftCardNumber(number);
  await setCardNumber(db, seller.id, { card, number, normalized, staff_id: staff.id, reason });
  if (to) await correctAddress(ctx, card.id, to);
  const sent = to === null ? undefined : await sendGiftCardEmail(ctx, { account_id: card.id });
  return { number, normalized, sent };
};

/** Gives a card a new number. Its account, balance and history stay, and the old number can no longer pay. */
export const replaceNumber = (
  staff: StaffContext,
  { reason, to, email_choice, ...change }: StaffReceived<typeof replaceGiftCardNumber>,
): Promise<StaffReply<typeof replaceGiftCardNumber>> =>
  changeCard({ ...staff, emailOptions: chosenFor(giftCardKind, email_choice) }, change, async (ctx, card) => {
    const { number, normalized, sent } = await giveNewNumber(ctx, card, { reason, to });
    return {
      result: { number },
      record: {
        action: "gift_card.replaced",
        before: { ending: card.normalized.slice(-4) },
        after: { ending: normalized.slice(-4), ...(to !== null && chosenEmail(email_choice)) },
        ...(sent !== undefined && { personal: { identity_id: card.id, after: { to: sent } } }),
        reason,
      },
    };
  });

/** Sends the e-mail again. Another address is stored. */
export const resendCard = (
  staff: StaffContext,
  { gift_card_id, to, sentence }: StaffReceived<typeof resendGiftCard>,
): Promise<StaffReply<typeof resendGiftCard>> => {
  const emailOptions = withSentence(giftCardKind, sentence);
  return changeCard({ ...staff, emailOptions }, { gift_card_id }, async (ctx, card) => {
    requireActive(card);
    if (to !== undefined) await correctAddress(ctx, card.id, to);
    const to_address = await recipientAddress(ctx, card.id);
    if (to_address === undefined) throw invalidFields("to");
    await requireNotJustSent(ctx, { kind: "gift_card", ref_id: card.id, to_address }, "ledger");
    await sendGiftCardEmail(ctx, { account_id: card.id });
    const personal = { identity_id: card.id, after: { to: to_address } };
    return {
      result: { to: to_address },
      record: { action: "gift_card.resent", after: chosenEmail(emailOptions), personal },
    };
  });
};

/** The e-mail of sending a card again or replacing its number: done in a transaction that is rolled back. */
export const previewCardEmail = (
  ctx: StaffContext,
  { gift_card_id, action, to }: StaffReceived<typeof previewGiftCardEmail>,
): Promise<StaffReply<typeof previewGiftCardEmail>> =>
  previewCardEmailOf(ctx, async (tx) => {
    const card = await requireCard(tx, gift_card_id);
    requireActive(card);
    if (action === "replace") {
      const { number } = await giveNewNumber(tx, card, { reason: "Preview", to });
      return newNumber(number);
    }
    await sendGiftCardEmail(tx, { account_id: card.id, to });
    return knownNumber(card);
  });

/** Moves the end of a card. A card past its end gets back what the end has removed. */
export const moveEnd = (
  ctx: StaffContext,
  { last_day, reason, ...change }: StaffReceived<typeof moveGiftCardEnd>,
): Promise<Nothing> =>
  changeCard(ctx, change, async (ctx, card) => {
    if (card.state === "inactive") throw new Refused({ code: "gift_card_inactive", context: "ledger" });
    const valid_to = requireEnd(ctx, last_day);
    await setCardEnd(ctx.db, ctx.seller.id, { id: card.id, valid_to });
    const ended = await readEndedAmount(ctx.db, ctx.seller.id, card.id);
    if (ended > 0) await postAct(ctx, card, { act: "extended", amount: ended, reason });
    const { before, after } = ended > 0 ? balances(card, ended) : { before: {}, after: {} };
    return {
      result: {},
      record: {
        action: "gift_card.end_moved",
        before: { valid_to: card.valid_to, ...before },
        after: { valid_to, ...after },
        reason,
      },
    };
  });
