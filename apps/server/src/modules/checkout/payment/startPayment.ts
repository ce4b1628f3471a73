import type { Installment } from "@foyer/rules/checkout/plan/paymentPlan.ts";
import { isCardPayment } from "@foyer/rules/checkout/gateways.ts";
import type { BatchOutcome } from "../../../db/statements/batchExecutor.ts";
import { pause } from "../../../db/faultPoints.ts";
import type { Pipeline } from "../../../db/statements/statement.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { clientNetworkOf } from "../../../http/limits/clientNetworkOf.ts";
import type { CartAccess } from "../../cart/access/cartAccess.ts";
import { requireOnSale } from "../../cart/hold/requireOnSale.ts";
import { refuseOverusedCode } from "../../codes/refuseOverusedCode.ts";
import type { CheckoutRenewals } from "../../membership/autoRenewal/readCheckoutRenewals.ts";
import { checkoutBatch, outcomeOrRefusal, type CheckoutBatch, type DeferredAnswer } from "../batch/checkoutBatch.ts";
import { cacheCheckout } from "../batch/checkoutSnapshotCache.ts";
import { insertPayments, type NewPayment } from "../batch/checkoutWrites.sql.ts";
import { lockCheckout } from "../batch/lockCheckout.ts";
import { readCheckoutSchedules } from "../batch/lockCheckout.sql.ts";
import type { LockedCheckout } from "../batch/lockedCheckout.ts";
import { refuseTooManyTries, refuseTooManyUnlessLive } from "../limits/refuseTooManyTries.ts";
import { countTries, insertTries, lockTries, tryKeys, type CountedTry, type TryCounts } from "../limits/tries.sql.ts";
import { payingMemberId, refuseGiftToSelf, refuseUnknownGiver } from "../purchaser/giftee.ts";
import { bookedRefusal, requireCartAccess } from "../requireCartAccess.ts";
import { decidePayment, type SentPayment } from "./decidePayment.ts";
import { leaseCarts } from "./lease.sql.ts";
import { readSurveys, type SurveyRow } from "../survey/surveys.sql.ts";
import type { PaymentRow } from "./paymentRow.ts";
import { refuseRenewal, renewalsAtCheckout } from "./renewalsAtCheckout.ts";
import type { ConfiguredGateways, TenderPayment } from "./tenders.ts";

/**
 * The payments to authorize, or what the caller has to do first: void the failed attempt of a cart version, or ask the
 * provider which card it is (`cardFingerprint`).
 */
export type StartedPayment =
  | { readonly tenderPayments: readonly TenderPayment[]; readonly checkout: LockedCheckout }
  | { readonly brokenVersion: number }
  | { readonly asksForCard: true };

type PaymentOptions = {
  readonly access: CartAccess;
  readonly gateways: ConfiguredGateways;
  /** The saved method of an automatic charge, made while the payer is absent. */
  readonly saved_payment_method_id: string | null;
  /** The fingerprint of the offered card; null if unknown, undefined if the provider has not been asked. */
  readonly fingerprint: string | null | undefined;
};
type Job = PaymentOptions & {
  readonly ctx: RequestContext;
  readonly sent: SentPayment;
  /** Null if the address identifies nobody. */
  readonly clientNetwork: string | null;
};

/** The first half of paying: validates the tenders and inserts their payments, or finds existing ones. */
export const startPayment = (
  ctx: RequestContext,
  sent: SentPayment,
  options: PaymentOptions,
): Promise<StartedPayment> => startBatch.run({ ...options, ctx, sent, clientNetwork: clientNetworkOf(ctx) });

const startBatch: CheckoutBatch<Job, StartedPayment> = checkoutBatch(
  async (pipeline, seller, jobs, { db, commitWith }) => {
    const state = await readForPayment(pipeline, seller, jobs);
    await pause("after_live_payment_check");
    const writes: PaymentWrites = { leased: [], payments: [], limited: [], gifts: [], tries: [], inserted: new Map() };
    const outcomes = jobs.map((job) => outcomeOrRefusal(() => startJob(job, state, writes)));
    for (const cart_id of writes.limited) await refuseOverusedCode(pipeline, seller.id, cart_id);
    for (const { cart_id, payer_id } of writes.gifts) await refuseGiftToSelf(pipeline, seller.id, cart_id, payer_id);
    const [inserted] = await commitWith(
      Promise.all([
        insertPayments(pipeline, seller.id, writes.payments),
        leaseCarts(pipeline, seller.id, writes.leased),
        insertTries(pipeline, seller.id, writes.tries),
      ]),
    );
    for (const row of inserted) writes.inserted.set(row.id, row);
    for (const cart_id of writes.leased) {
      const checkout = state.checkouts.get(cart_id);
      if (checkout) cacheCheckout(db, checkout);
    }
    return outcomes;
  },
  (job) => [job.sent.cart_id, ...(isSingleCard(job.sent) ? keysOf(job) : [])],
  "start_payment",
);

const keysOf = ({ clientNetwork, fingerprint = null }: Job) => tryKeys({ clientNetwork, fingerprint });

type PaymentState = {
  readonly checkouts: ReadonlyMap<string, LockedCheckout>;
  /** Only for jobs that offer a card. */
  readonly tries: ReadonlyMap<Job, TryCounts | undefined>;
  readonly surveys: ReadonlyMap<string, readonly SurveyRow[]>;
  readonly renewals: CheckoutRenewals;
  readonly schedules: readonly (Installment & { readonly cart_id: string })[];
  readonly isAlone: boolean;
};

/** Locks the carts and then the tries, before anything that they protect is read. */
const readForPayment = async (
  pipeline: Pipeline,
  seller: RequestContext["seller"],
  jobs: readonly Job[],
): Promise<PaymentState> => {
  // Gift cards have rate limits of their own, in the giftcards module.
  const cardJobs = jobs.filter(({ sent }) => sent.list.some(isCardPayment));
  const singleCardJobs = cardJobs.filter(({ sent }) => isSingleCard(sent));
  const cart_ids = jobs.map(({ sent }) => sent.cart_id);
  const [checkouts, surveys, , tries] = await Promise.all([
    lockCheckout(pipeline, seller, cart_ids),
    readSurveys(pipeline, seller.id, cart_ids),
    lockTries(pipeline, seller.id, singleCardJobs.flatMap(keysOf)),
    countTries(
      pipeline,
      seller.id,
      cardJobs.map(({ sent, clientNetwork, fingerprint = null }) => ({
        cart_id: sent.cart_id,
        clientNetwork,
        fingerprint,
      })),
    ),
  ]);
  if (singleCardJobs.length > 0) await pause("payment_attempts_locked");
  const partPaidIds = [...checkouts.values()].filter(({ cart }) => cart.part_paid).map(({ cart }) => cart.id);
  const renewals = await renewalsAtCheckout(pipeline, seller.id, checkouts, jobs);
  return {
    checkouts,
    surveys: Map.groupBy(surveys, ({ cart_id }) => cart_id),
    tries: new Map(cardJobs.map((job, index) => [job, tries[index]])),
    renewals,
    schedules: partPaidIds.length > 0 ? await readCheckoutSchedules(pipeline, seller.id, partPaidIds) : [],
    isAlone: jobs.length === 1,
  };
};

type PaymentWrites = {
  readonly leased: string[];
  readonly payments: NewPayment[];
  /** Carts with codes that have a limit per buyer. */
  readonly limited: string[];
  /** Carts with a gift, whose payer must not be its recipient. */
  readonly gifts: { readonly cart_id: string; readonly payer_id: string | null }[];
  readonly tries: CountedTry[];
  /** Filled once the payments are inserted. */
  readonly inserted: Map<string, PaymentRow>;
};

const startJob = (
  job: Job,
  { checkouts, surveys, tries, renewals, schedules, isAlone }: PaymentState,
  writes: PaymentWrites,
): BatchOutcome<DeferredAnswer<StartedPayment>> => {
  const { ctx, sent, access, clientNetwork, fingerprint = null } = job;
  const tryCounts = tries.get(job);
  const unknown = tryCounts && refuseTooManyUnlessLive(tryCounts, job.fingerprint);
  const checkout = checkouts.get(sent.cart_id);
  const cart = requireCartAccess(ctx, checkout?.cart, access);
  if (unknown) return { answer: () => ({ asksForCard: true }) };
  if (!checkout || cart.state === "completed") return { answer: () => refuseBooked(ctx, cart.id) };

  const decision = decidePayment(job, checkout, { schedules, surveys: surveys.get(cart.id) ?? [] });
  if ("brokenVersion" in decision) return { answer: () => decision };
  const { newPayments, tenderPayments, checksCodeLimits } = decision;
  const isNew = newPayments.length > 0;
  // Changes of orders and further instalments continue while a seller is suspended, because they are not new sales.
  if (isNew && !cart.change && !cart.part_paid) requireOnSale(ctx);
  if (isNew) refuseRenewal(job, renewals);
  if (checksCodeLimits && checkout.hasLimitedCode) {
    if (!isAlone) return { answer: () => startBatch.runAlone(job) };
    writes.limited.push(cart.id);
  }
  if (isNew && cart.giftee !== null) {
    const payment = { visitor: ctx.visitor, isOwn: cart.identity_id === ctx.visitor?.identity_id };
    refuseUnknownGiver(cart, payment);
    if (!isAlone) return { answer: () => startBatch.runAlone(job) };
    writes.gifts.push({ cart_id: cart.id, payer_id: payingMemberId(payment) });
  }
  if (isNew && isSingleCard(sent) && tryCounts) refuseTooManyTries(tryCounts, fingerprint);
  if (isNew) writes.leased.push(cart.id);
  writes.payments.push(...newPayments);
  if (!isSingleCard(sent)) return { answer: () => ({ tenderPayments: tenderPayments(writes.inserted), checkout }) };
  writes.tries.push(...newPayments.map(({ id }) => ({ payment_id: id, clientNetwork, fingerprint })));
  return {
    answer: () => ({
      tenderPayments: tenderPayments(writes.inserted).map((payment) => ({ ...payment, isCounted: isNew })),
      checkout,
    }),
  };
};

const refuseBooked = async (ctx: RequestContext, cart_id: string): Promise<never> => {
  throw await bookedRefusal(ctx, cart_id);
};

/**
 * Whether a card is the only tender: it is then counted as a try in the transaction that inserts its payment. Beside gift
 * cards, it is counted after they are authorized.
 */
const isSingleCard = ({ list }: SentPayment): boolean => list.length === 1 && list.every(isCardPayment);
