import type { PaymentInput } from "@foyer/contract/shop/checkout.ts";
import { isPayable, type Installment as SchedulePart } from "@foyer/rules/checkout/paymentPlan.ts";
import { pause } from "../../../db/faultPoints.ts";
import { newId } from "../../../db/newId.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { clientNetworkOf } from "../../../http/limits/clientNetworkOf.ts";
import { Refused } from "../../../errors/refused.ts";
import { refuseOverusedCode } from "../../codes/refuseOverusedCode.ts";
import { effectivePayments, heldSummary, lockCheckout, type LockedCheckout } from "../batch/lockCheckout.ts";
import type { PaymentRow } from "../checkout.sql.ts";
import {
  parseTenders,
  incorrectAmount,
  isSameRequest,
  isContinuation,
  tenderPayments,
  refuseTender,
  type ConfiguredGateways,
  type TenderPayment,
} from "./tenders.ts";
import { leaseCarts } from "./lease.sql.ts";
import {
  bookedRefusal,
  requireCartAccess,
  refuseBlockedCart,
  refuseCancelledSessions,
  type CartAccess,
} from "../requireCartAccess.ts";
import { attemptOf, paidBefore } from "./attempt.ts";
import { cartBalance } from "../plan/cartBalance.ts";
import { refuseRenewal, renewalsAtCheckout } from "./renewalsAtCheckout.ts";
import { checkoutSchedules } from "../batch/lockCheckout.sql.ts";
import { cacheCheckout } from "../batch/checkoutSnapshotCache.ts";
import { insertPayments, type NewPayment } from "../batch/checkoutWrites.sql.ts";
import { refuseTooManyTries, refuseTooManyUnlessLive } from "../limits/authorizeWithinLimits.ts";
import { insertTries, lockTries, countTries } from "../limits/tries.sql.ts";
import { outcomeOrRefusal, checkoutBatch, type DeferredAnswer, type CheckoutBatch } from "../batch/checkoutBatch.ts";

/** The parts to ask for, or the version of the cart whose attempt came to nothing and is to be ended first. */
export type StartedPayment =
  | { readonly parts: readonly TenderPayment[]; readonly at: LockedCheckout }
  | { readonly broken: number };

type Sent = { readonly cart_id: string; readonly list: readonly PaymentInput[] };
type Job = {
  readonly shop: RequestContext;
  readonly sent: Sent;
  readonly way: CartAccess;
  readonly gateways: ConfiguredGateways;
  /** What was kept, and is charged without its payer. */
  readonly saved_payment_method_id: string | null;
  /** Where it is paid from; null where an address tells nobody apart. */
  readonly clientNetwork: string | null;
};

/**
 * The first half of paying: judges what is offered and writes its rows, or finds those that are there. For all who pay at
 * this moment, each by itself.
 */
const startBatch: CheckoutBatch<Job, StartedPayment> = checkoutBatch(
  async (wire, seller, jobs, { db, commitWith }) => {
    // Gift cards are guessed at under limits of their own (modules/ledger).
    const cardJobs = jobs.filter(({ sent }) => sent.list.some(isCardOffer));
    const singleCardJobs = cardJobs.filter(({ sent }) => isSingleCard(sent));
    const [checkouts, , tries] = await Promise.all([
      lockCheckout(
        wire,
        seller,
        jobs.map(({ sent }) => sent.cart_id),
      ),
      lockTries(
        wire,
        seller.id,
        singleCardJobs.flatMap(({ clientNetwork }) => clientNetwork ?? []),
      ),
      countTries(
        wire,
        seller.id,
        cardJobs.map(({ sent, clientNetwork }) => ({ cart_id: sent.cart_id, clientNetwork })),
      ),
    ]);
    if (singleCardJobs.length > 0) await pause("payment_attempts_locked");
    const triesOfJob = new Map(cardJobs.map((job, index) => [job, tries[index]]));
    const partPaidIds = [...checkouts.values()].filter(({ cart }) => cart.part_paid).map(({ cart }) => cart.id);
    const renewals = await renewalsAtCheckout(wire, seller.id, checkouts, jobs);
    const schedules = partPaidIds.length > 0 ? await checkoutSchedules(wire, seller.id, partPaidIds) : [];
    await pause("after_live_payment_check");
    const [leased, intents, limited] = [[] as string[], [] as NewPayment[], [] as string[]];
    const counted: { payment_id: string; clientNetwork: string | null }[] = [];
    const rows = new Map<string, PaymentRow>();
    const outcomes = jobs.map((job) =>
      outcomeOrRefusal<DeferredAnswer<StartedPayment>>(() => {
        const { shop: ctx, sent, way: access } = job;
        const triesOfThis = triesOfJob.get(job);
        if (triesOfThis) refuseTooManyUnlessLive(triesOfThis);
        const at = checkouts.get(sent.cart_id);
        const cart = requireCartAccess(ctx, at?.cart, access);
        if (!at || cart.state === "completed")
          return {
            answer: async () => {
              throw await bookedRefusal(ctx, cart.id);
            },
          };
        const judgement = decidePayment(job, at, schedules);
        if ("intents" in judgement && judgement.intents.length > 0) refuseRenewal(job, renewals);
        if ("broken" in judgement) return { answer: () => judgement };
        if (judgement.asksCodes && at.limited) {
          if (jobs.length > 1) return { answer: () => startBatch.runAlone(job) };
          limited.push(cart.id);
        }
        const { parts, intents: newPayments } = judgement;
        if (newPayments.length > 0 && isSingleCard(sent) && triesOfThis) refuseTooManyTries(triesOfThis);
        if (newPayments.length > 0) leased.push(cart.id);
        intents.push(...newPayments);
        if (!isSingleCard(sent)) return { answer: () => ({ parts: parts(rows), at }) };
        counted.push(...newPayments.map(({ id }) => ({ payment_id: id, clientNetwork: job.clientNetwork })));
        const isCounted = newPayments.length > 0;
        return { answer: () => ({ parts: parts(rows).map((part) => ({ ...part, isCounted })), at }) };
      }),
    );
    for (const cart_id of limited) await refuseOverusedCode(wire, seller.id, cart_id);
    const [written] = await commitWith(
      Promise.all([
        insertPayments(wire, seller.id, intents),
        leaseCarts(wire, seller.id, leased),
        insertTries(wire, seller.id, counted),
      ]),
    );
    for (const row of written) rows.set(row.id, row);
    for (const cart_id of leased) {
      const at = checkouts.get(cart_id);
      if (at) cacheCheckout(db, at);
    }
    return outcomes;
  },
  ({ sent, clientNetwork }) => [sent.cart_id, ...(clientNetwork !== null && isSingleCard(sent) ? [clientNetwork] : [])],
  "start_payment",
);

/** Nothing is asked for before it: it is counted as a try in the transaction of its row. Beside a gift card it is counted when its turn comes. */
const isSingleCard = ({ list }: Sent): boolean => list.length === 1 && list.every(isCardOffer);
const isCardOffer = ({ gateway_id }: PaymentInput): boolean => gateway_id !== "free" && gateway_id !== "ledger";

export const startPayment = (
  ctx: RequestContext,
  sent: Sent,
  { way: access, gateways, saved_payment_method_id = null }: Pick<Job, "way" | "gateways"> & Partial<Job>,
): Promise<StartedPayment> =>
  startBatch.run({
    shop: ctx,
    sent,
    way: access,
    gateways,
    saved_payment_method_id,
    clientNetwork: clientNetworkOf(ctx),
  });

type PaymentDecision =
  | { readonly broken: number }
  | {
      readonly intents: readonly NewPayment[];
      /** Of the rows as they are then, by id. */
      readonly parts: (rows: ReadonlyMap<string, PaymentRow>) => readonly TenderPayment[];
      /** Nothing of it is promised yet: what each buyer may use of a code is asked too. */
      readonly asksCodes: boolean;
    };

const decidePayment = (
  { shop: ctx, sent, gateways, saved_payment_method_id }: Job,
  checkout: LockedCheckout,
  schedules: readonly (SchedulePart & { readonly cart_id: string })[],
): PaymentDecision => {
  const { cart } = checkout;
  const { list } = sent;
  const { purchaser_identity_id: purchaser } = cart;
  const held = heldSummary(checkout.tickets);
  if (held.count === 0)
    throw new Refused({ code: "validation_failed", context: "payment", extra: { fields: ["cart_id"] } });

  const tenders = parseTenders(ctx, list);
  const payments = effectivePayments(checkout.payments);
  const attempt = attemptOf(payments, cart.version);
  if (attempt.isBroken && attempt.undecided.length > 0) return { broken: cart.version };
  const current = attempt.isBroken ? [] : attempt.payments.filter(({ state }) => state !== "refunded");

  if (current.length === 0) {
    refuseCancelledSessions(checkout);
    if (!cart.part_paid) refuseBlockedCart(ctx, checkout);
  }
  const asksCodes = current.length === 0 && !cart.part_paid;
  const found = (parts: readonly TenderPayment[]): PaymentDecision => ({ intents: [], parts: () => parts, asksCodes });

  if (isContinuation(tenders, current)) return found(tenderPayments(current, tenders, { goesOn: true, purchaser }));
  const fixedSchedule = schedules.filter(({ cart_id }) => cart_id === cart.id);
  const balance = cartBalance(ctx.seller, cart, held, {
    paid: paidBefore(payments, cart.version),
    frozen: fixedSchedule,
  });
  const sum = tenders.reduce((all, { amount }) => all + amount, 0);
  if (list.some(({ gateway_id }) => gateway_id === "free")) {
    if (balance.outstanding > 0 || sum !== 0 || list.length > 1) throw incorrectAmount();
    return found([]);
  }
  if (!isPayable(sum, balance) || tenders.some(({ amount }) => amount <= 0)) throw incorrectAmount();
  for (const tender of tenders) refuseTender(ctx, tender, held, gateways);

  if (current.length > 0) {
    // Another payment is under way, with other means: it is decided first.
    if (!isSameRequest(current, tenders)) throw new Refused({ code: "payment_in_progress", context: "payment" });
    return found(tenderPayments(current, tenders, { goesOn: false, purchaser }));
  }
  const intents = tenders.map(({ offer, amount, account_ref }, index): NewPayment => ({
    id: newId(),
    cart_id: cart.id,
    cart_version: cart.version,
    gateway_id: offer.gateway_id as NewPayment["gateway_id"],
    amount,
    currency: ctx.seller.default_currency_code,
    account_ref,
    auto_renew: offer.auto_renew ?? false,
    saved_payment_method_id,
    index,
  }));
  const parts = (rows: ReadonlyMap<string, PaymentRow>) =>
    tenderPayments(
      intents.flatMap(({ id }) => rows.get(id) ?? []),
      tenders,
      { goesOn: false, purchaser },
    );
  return { intents, parts, asksCodes };
};
