import { foldGiftCardNumber } from "@foyer/rules/giftCard.ts";
import type { Database } from "../../db/connect.ts";
import { crash, pause } from "../../db/faults.ts";
import { transact } from "../../db/transact.ts";
import {
  accountByNumber,
  entriesOfPayment,
  lockAccount,
  lockPayment,
  moveMoney,
  type LedgerEntry,
} from "./ledgerBook.ts";
import type { Charge, GatewayDeps, PaymentGateway, Refund, Standing } from "./payments.ts";

const words = {
  not_found: "Gift card not found",
  inactive: "Gift Card balance is $0",
  insufficient_balance: "There is not enough left on this gift card.",
  given_up: "This payment was given up.",
} as const;
const refused = (code: keyof typeof words): Standing => ({
  status: "failed",
  ref: null,
  code,
  message: words[code],
});

/** A payment is what its entries say: promised, then kept or given back. Its reference is the entry of the promise. */
const standingOf = (entries: readonly LedgerEntry[]): Standing => {
  const debit = entries.find(({ kind }) => kind === "debit");
  if (!debit) return { status: "unknown" };
  const has = (kind: LedgerEntry["kind"]) => entries.some((entry) => entry.kind === kind);
  const status = has("capture") ? "captured" : has("release") ? "voided" : "authorized";
  return { status, ref: debit.id };
};

const sum = (entries: readonly LedgerEntry[]): number => entries.reduce((all, { amount }) => all + amount, 0);

/**
 * The gateway of the seller's gift cards. Its books are our own database, so its answer is never lost: the promise takes
 * the money from the card at once, and what comes of it is a further entry. Said twice, everything has one effect.
 *
 * Fails with `not_found`, `inactive` (expired, and of another currency, too), `insufficient_balance`, and `given_up` for
 * a payment that is no longer to be made.
 */
export const ledgerGateway = ({ databaseOf }: Pick<GatewayDeps, "databaseOf">): PaymentGateway => {
  /** One transaction, in which nobody else touches this payment. */
  const withPayment = <R>(
    { sellerId, id }: { sellerId: string; id: string },
    work: (
      db: Database,
      payment: Awaited<ReturnType<typeof lockPayment>>,
      entries: readonly LedgerEntry[],
    ) => Promise<R>,
  ): Promise<R> =>
    transact({ db: databaseOf(sellerId) }, async ({ db }) => {
      const payment = await lockPayment(db, sellerId, id);
      const entries = await entriesOfPayment(db, sellerId, id);
      await pause("after_ledger_entries");
      return work(db, payment, entries);
    });

  const promise = (charge: Charge): Promise<Standing> =>
    withPayment(charge, async (db, payment, entries) => {
      const known = standingOf(entries);
      if (known.status !== "unknown") return known;
      // Settled as never made meanwhile: whoever comes late takes nothing any more.
      if (payment?.state !== "created") return refused("given_up");
      if (payment.amount !== charge.amount || payment.currency !== charge.currency)
        throw new Error(`payment ${charge.id} is another than the one that is asked for`);

      const { number, ledger_id } = charge.data as { number?: string; ledger_id?: string };
      const folded = foldGiftCardNumber(number ?? "");
      const found = await accountByNumber(db, charge.sellerId, { ledger_id: ledger_id ?? "", folded });
      if (!found) return refused("not_found");
      const account = await lockAccount(db, charge.sellerId, found.id);
      await pause("after_ledger_account");
      if (account.state !== "active" || account.currency !== charge.currency) return refused("inactive");
      const ref = await moveMoney(db, charge.sellerId, {
        account_id: account.id,
        kind: "debit",
        amount: -charge.amount,
        payment_id: charge.id,
      });
      crash("inside_ledger_debit");
      return ref === undefined ? refused("insufficient_balance") : { status: "authorized", ref };
    });

  /** Keeps the promise or gives it back. Whatever came first stands. */
  const end = (payment: { sellerId: string; id: string }, kind: "capture" | "release"): Promise<Standing> =>
    withPayment(payment, async (db, _, entries) => {
      const known = standingOf(entries);
      if (known.status !== "authorized") return known;
      const [debit] = entries.filter((entry) => entry.kind === "debit");
      if (!debit) return known;
      await moveMoney(db, payment.sellerId, {
        account_id: debit.account_id,
        kind,
        amount: kind === "release" ? -debit.amount : 0,
        payment_id: payment.id,
      });
      return { status: kind === "release" ? "voided" : "captured", ref: debit.id };
    });

  const giveBack = (given: { sellerId: string; id: string; amount: number; key: string }): Promise<Refund> =>
    withPayment(given, async (db, _, entries) => {
      const { sellerId, id, amount, key } = given;
      const before = entries.find((entry) => entry.kind === "refund" && entry.key === key);
      if (before) return { status: "succeeded", ref: before.id };
      const debit = entries.find(({ kind }) => kind === "debit");
      const mayGive = standingOf(entries).status === "captured" && amount > 0 && amount <= -sum(entries);
      const ref =
        debit && mayGive
          ? await moveMoney(db, sellerId, { account_id: debit.account_id, kind: "refund", amount, payment_id: id, key })
          : undefined;
      return ref === undefined ? { status: "failed", ref: null, code: "not_refundable" } : { status: "succeeded", ref };
    });

  return {
    id: "ledger",
    authorize: promise,
    capture: (payment) => end(payment, "capture"),
    void: (payment) => end(payment, "release"),
    find: async ({ sellerId, id }) => standingOf(await entriesOfPayment(databaseOf(sellerId), sellerId, id)),
    refund: giveBack,
  };
};
