import { normalizeGiftCardNumber } from "@foyer/rules/checkout/giftcards/giftCard.ts";
import type { Database } from "../../../db/connections.ts";
import { crash, pause } from "../../../db/faultPoints.ts";
import { transact, type Within } from "../../../db/transact.ts";
import {
  findAccountByNumber,
  listPaymentEntries,
  lockAccount,
  lockPayment,
  postEntry,
  type LedgerEntry,
} from "./ledger.sql.ts";
import { isRefundedCard } from "./refundedCards.sql.ts";
import type { GatewayDefinition, GatewayDeps } from "../gatewayDefinition.ts";
import type { Charge, PaymentGateway, ProviderStatus, RefundResult } from "../paymentGateway.ts";

export const giftCardMessages = {
  not_found: "Gift card not found",
  inactive: "Gift Card balance is $0",
  insufficient_balance: "There is not enough left on this gift card.",
  given_up: "This payment was given up.",
} as const;
const failedStatus = (code: keyof typeof giftCardMessages): ProviderStatus => ({
  status: "failed",
  ref: null,
  code,
  message: giftCardMessages[code],
});

/** Derived from the payment's entries. Its reference is the id of the debit. */
const paymentStatus = (entries: readonly LedgerEntry[]): ProviderStatus => {
  const debit = entries.find(({ kind }) => kind === "debit");
  if (!debit) return { status: "unknown" };
  const has = (kind: LedgerEntry["kind"]) => entries.some((entry) => entry.kind === kind);
  const status = has("capture") ? "captured" : has("release") ? "voided" : "authorized";
  return { status, ref: debit.id };
};

const sumEntries = (entries: readonly LedgerEntry[]): number => entries.reduce((all, { amount }) => all + amount, 0);

/**
 * The gateway of the seller's gift cards. Its ledger is in our own database, so no response is ever lost. Authorizing
 * debits the card at once; capturing, voiding and refunding add further entries. Every call may be repeated.
 *
 * Fails with `not_found`, `inactive` (also if expired, in another currency, or while its order is being refunded),
 * `insufficient_balance`, or `given_up` for an abandoned payment.
 */
export const giftCardGateway = (
  { databaseOf }: Pick<GatewayDeps, "databaseOf">,
  /** For a database handle that is already a transaction. */
  within: Within = transact,
): PaymentGateway => {
  /** Runs in one transaction with the payment locked. */
  const withPayment = <R>(
    { sellerId, id }: { sellerId: string; id: string },
    work: (
      db: Database,
      payment: Awaited<ReturnType<typeof lockPayment>>,
      entries: readonly LedgerEntry[],
    ) => Promise<R>,
  ): Promise<R> =>
    within({ db: databaseOf(sellerId) }, async ({ db }) => {
      const payment = await lockPayment(db, sellerId, id);
      const entries = await listPaymentEntries(db, sellerId, id);
      await pause("after_ledger_entries");
      return work(db, payment, entries);
    });

  const authorize = (charge: Charge): Promise<ProviderStatus> =>
    withPayment(charge, async (db, payment, entries) => {
      const status = paymentStatus(entries);
      if (status.status !== "unknown") return status;
      // The payment has been settled as never made in the meantime.
      if (payment?.state !== "created") return failedStatus("given_up");
      if (payment.amount !== charge.amount || payment.currency !== charge.currency)
        throw new Error(`payment ${charge.id} has another amount or currency than this charge`);

      const { number, ledger_id } = charge.data as { number?: string; ledger_id?: string };
      const normalized = normalizeGiftCardNumber(number ?? "");
      const found = await findAccountByNumber(db, charge.sellerId, { ledger_id: ledger_id ?? "", normalized });
      if (!found) return failedStatus("not_found");
      await pause("gift_card_found");
      const account = await lockAccount(db, charge.sellerId, found.id);
      await pause("after_ledger_account");
      // Staff have replaced the number in the meantime.
      if (account.normalized !== normalized) return failedStatus("not_found");
      if (account.state !== "active" || account.currency !== charge.currency) return failedStatus("inactive");
      if (await isRefundedCard(db, charge.sellerId, account.id)) return failedStatus("inactive");
      const ref = await postEntry(db, charge.sellerId, {
        account_id: account.id,
        kind: "debit",
        amount: -charge.amount,
        payment_id: charge.id,
      });
      crash("inside_ledger_debit");
      return ref === undefined ? failedStatus("insufficient_balance") : { status: "authorized", ref };
    });

  /** Captures or releases the debit; the first of the two to arrive counts. */
  const endDebit = (payment: { sellerId: string; id: string }, kind: "capture" | "release"): Promise<ProviderStatus> =>
    withPayment(payment, async (db, _, entries) => {
      const status = paymentStatus(entries);
      if (status.status !== "authorized") return status;
      const [debit] = entries.filter((entry) => entry.kind === "debit");
      if (!debit) return status;
      await postEntry(db, payment.sellerId, {
        account_id: debit.account_id,
        kind,
        amount: kind === "release" ? -debit.amount : 0,
        payment_id: payment.id,
      });
      return { status: kind === "release" ? "voided" : "captured", ref: debit.id };
    });

  const refund = (request: { sellerId: string; id: string; amount: number; key: string }): Promise<RefundResult> =>
    withPayment(request, async (db, _, entries) => {
      const { sellerId, id, amount, key } = request;
      const previous = entries.find((entry) => entry.kind === "refund" && entry.key === key);
      if (previous) return { status: "succeeded", ref: previous.id };
      const debit = entries.find(({ kind }) => kind === "debit");
      const isRefundable = paymentStatus(entries).status === "captured" && amount > 0 && amount <= -sumEntries(entries);
      const ref =
        debit && isRefundable
          ? await postEntry(db, sellerId, { account_id: debit.account_id, kind: "refund", amount, payment_id: id, key })
          : undefined;
      return ref === undefined ? { status: "failed", ref: null, code: "not_refundable" } : { status: "succeeded", ref };
    });

  return {
    id: "ledger",
    authorize,
    capture: (payment) => endDebit(payment, "capture"),
    void: (payment) => endDebit(payment, "release"),
    findStatus: async ({ sellerId, id }) => paymentStatus(await listPaymentEntries(databaseOf(sellerId), sellerId, id)),
    refund,
  };
};

export const giftCardGatewayDefinition = {
  open: (deps) => {
    const gateway = giftCardGateway(deps);
    return async () => gateway;
  },
  isRemote: false,
  isForTests: false,
  savesMethods: false,
  isReconciled: false,
  hasPayouts: false,
  refusalContext: "ledger",
} as const satisfies GatewayDefinition;
