import type { PaymentOffer } from "@foyer/contract/checkout.ts";
import { isPayable, type Part as SchedulePart } from "@foyer/rules/paymentPlan.ts";
import { guardStands, pause } from "../../db/faults.ts";
import { newId } from "../../db/newId.ts";
import type { Ask } from "../../http/ask.ts";
import { placeOfAsk } from "../../http/place.ts";
import { Refused } from "../../http/refused.ts";
import { refuseOverused } from "../codes/refuseOverused.ts";
import { countedPayments, heldOf, openTill, type AtTill } from "./atTill.ts";
import type { PaymentRow } from "./checkout.sql.ts";
import {
  claimsOf,
  incorrectAmount,
  isSame,
  isToGoOn,
  partsOf,
  refuseToTake,
  type Gateways,
  type Part,
} from "./claims.ts";
import { leaseCarts } from "./lease.sql.ts";
import { bookedRefusal, judgeCart, refuseBlocked, refuseCancelled, type Way } from "./openCart.ts";
import { attemptOf, paidBefore } from "./attempt.ts";
import { balanceOfCart } from "./schedule.ts";
import { refuseRenewal, renewalsAtTill } from "./renewalsAtTill.ts";
import { schedulesAtTill } from "./till.sql.ts";
import { rememberTill } from "./tillMemory.ts";
import { insertPayments, type NewPayment } from "./tillWrites.sql.ts";
import { refuseTooMany, refuseTried } from "./tries.ts";
import { insertTries, lockTries, triesOf } from "./tries.sql.ts";
import { judged, together, type Later, type Together } from "./together.ts";

/** The parts to ask for, or the version of the cart whose attempt came to nothing and is to be ended first. */
export type Opened = { readonly parts: readonly Part[]; readonly at: AtTill } | { readonly broken: number };

type Sent = { readonly cart_id: string; readonly list: readonly PaymentOffer[] };
type Job = {
  readonly shop: Ask;
  readonly sent: Sent;
  readonly way: Way;
  readonly gateways: Gateways;
  /** What was kept, and is charged without its payer. */
  readonly saved_payment_method_id: string | null;
  /** Where it is paid from; null where an address tells nobody apart. */
  readonly place: string | null;
};

/**
 * The first half of paying: judges what is offered and writes its rows, or finds those that are there. For all who pay at
 * this moment, each by itself.
 */
const openings: Together<Job, Opened> = together(
  async (wire, seller, jobs, { db, commitBehind }) => {
    // Gift cards are guessed at under limits of their own (modules/ledger).
    const trying = jobs.filter(({ sent }) => sent.list.some(isByCard));
    const counting = trying.filter(({ sent }) => isLoneCard(sent));
    const [till, , tries] = await Promise.all([
      openTill(
        wire,
        seller,
        jobs.map(({ sent }) => sent.cart_id),
      ),
      lockTries(
        wire,
        seller.id,
        counting.flatMap(({ place }) => place ?? []),
      ),
      triesOf(
        wire,
        seller.id,
        trying.map(({ sent, place }) => ({ cart_id: sent.cart_id, place })),
      ),
    ]);
    if (counting.length > 0) await pause("tries_locked");
    const triesOfJob = new Map(trying.map((job, nth) => [job, tries[nth]]));
    const paid = [...till.values()].filter(({ cart }) => cart.part_paid).map(({ cart }) => cart.id);
    const renewing = await renewalsAtTill(wire, seller.id, till, jobs);
    const schedules = paid.length > 0 ? await schedulesAtTill(wire, seller.id, paid) : [];
    await pause("after_live_payment_check");
    const [leased, intents, limited] = [[] as string[], [] as NewPayment[], [] as string[]];
    const counted: { payment_id: string; place: string | null }[] = [];
    const rows = new Map<string, PaymentRow>();
    const outcomes = jobs.map((job) =>
      judged<Later<Opened>>(() => {
        const { shop: ask, sent, way } = job;
        const tried = triesOfJob.get(job);
        if (tried) refuseTried(tried);
        const at = till.get(sent.cart_id);
        const cart = judgeCart(ask, at?.cart, way);
        if (!at || cart.state === "completed")
          return {
            answer: async () => {
              throw await bookedRefusal(ask, cart.id);
            },
          };
        const judgement = judgePayment(job, at, schedules);
        if ("intents" in judgement && judgement.intents.length > 0) refuseRenewal(job, renewing);
        if ("broken" in judgement) return { answer: () => judgement };
        if (judgement.asksCodes && at.limited) {
          if (jobs.length > 1) return { answer: () => openings.alone(job) };
          limited.push(cart.id);
        }
        const { parts, intents: own } = judgement;
        if (own.length > 0 && isLoneCard(sent) && tried) refuseTooMany(tried);
        if (own.length > 0) leased.push(cart.id);
        intents.push(...own);
        if (!isLoneCard(sent)) return { answer: () => ({ parts: parts(rows), at }) };
        counted.push(...own.map(({ id }) => ({ payment_id: id, place: job.place })));
        const isCounted = own.length > 0;
        return { answer: () => ({ parts: parts(rows).map((part) => ({ ...part, isCounted })), at }) };
      }),
    );
    for (const cart_id of limited) await refuseOverused(wire, seller.id, cart_id);
    const [written] = await commitBehind(
      Promise.all([
        insertPayments(wire, seller.id, intents),
        leaseCarts(wire, seller.id, leased),
        insertTries(wire, seller.id, counted),
      ]),
    );
    for (const row of written) rows.set(row.id, row);
    for (const cart_id of leased) {
      const at = till.get(cart_id);
      if (at) rememberTill(db, at);
    }
    return outcomes;
  },
  ({ sent, place }) => [sent.cart_id, ...(place !== null && isLoneCard(sent) ? [place] : [])],
  "openings",
);

/** Nothing is asked for before it: it is counted as a try in the transaction of its row. Beside a gift card it is counted when its turn comes. */
const isLoneCard = ({ list }: Sent): boolean => list.length === 1 && list.every(isByCard);
const isByCard = ({ gateway_id }: PaymentOffer): boolean => gateway_id !== "free" && gateway_id !== "ledger";

export const openPayment = (
  ask: Ask,
  sent: Sent,
  { way, gateways, saved_payment_method_id = null }: Pick<Job, "way" | "gateways"> & Partial<Job>,
): Promise<Opened> =>
  openings.with({ shop: ask, sent, way, gateways, saved_payment_method_id, place: placeOfAsk(ask) });

type Judgement =
  | { readonly broken: number }
  | {
      readonly intents: readonly NewPayment[];
      /** Of the rows as they are then, by id. */
      readonly parts: (rows: ReadonlyMap<string, PaymentRow>) => readonly Part[];
      /** Nothing of it is promised yet: what each buyer may use of a code is asked too. */
      readonly asksCodes: boolean;
    };

const judgePayment = (
  { shop: ask, sent, gateways, saved_payment_method_id }: Job,
  at: AtTill,
  schedules: readonly (SchedulePart & { readonly cart_id: string })[],
): Judgement => {
  const { cart } = at;
  const { list } = sent;
  const { purchaser_identity_id: purchaser } = cart;
  const held = heldOf(at.tickets);
  if (held.count === 0)
    throw new Refused({ code: "validation_failed", context: "payment", extra: { fields: ["cart_id"] } });

  const claims = claimsOf(ask, list);
  const payments = countedPayments(at.payments);
  const attempt = attemptOf(payments, cart.version);
  if (attempt.isBroken && attempt.open.length > 0) return { broken: cart.version };
  const live = attempt.isBroken ? [] : attempt.parts.filter(({ state }) => state !== "refunded");

  if (live.length === 0) {
    refuseCancelled(at);
    if (!cart.part_paid) refuseBlocked(ask, at);
  }
  const asksCodes = live.length === 0 && !cart.part_paid;
  const found = (parts: readonly Part[]): Judgement => ({ intents: [], parts: () => parts, asksCodes });

  if (isToGoOn(claims, live)) return found(partsOf(live, claims, { goesOn: true, purchaser }));
  const frozen = schedules.filter(({ cart_id }) => cart_id === cart.id);
  const balance = balanceOfCart(ask.seller, cart, held, { paid: paidBefore(payments, cart.version), frozen });
  const sum = claims.reduce((all, { amount }) => all + amount, 0);
  if (list.some(({ gateway_id }) => gateway_id === "free")) {
    const isFree = balance.outstanding <= 0 || !guardStands("nothing_due");
    if (!isFree || sum !== 0 || list.length > 1) throw incorrectAmount();
    return found([]);
  }
  const isDue = isPayable(sum, balance) || !guardStands("amount_due");
  if (!isDue || claims.some(({ amount }) => amount <= 0)) throw incorrectAmount();
  for (const claim of claims) refuseToTake(ask, claim, held, gateways);

  if (live.length > 0) {
    // Another payment is under way, with other means: it is decided first.
    if (!isSame(live, claims)) throw new Refused({ code: "payment_in_progress", context: "payment" });
    return found(partsOf(live, claims, { goesOn: false, purchaser }));
  }
  const intents = claims.map(({ offer, amount, account_ref }, place): NewPayment => ({
    id: newId(),
    cart_id: cart.id,
    cart_version: cart.version,
    gateway_id: offer.gateway_id as NewPayment["gateway_id"],
    amount,
    currency: ask.seller.default_currency_code,
    account_ref,
    auto_renew: offer.auto_renew ?? false,
    saved_payment_method_id,
    place,
  }));
  const parts = (rows: ReadonlyMap<string, PaymentRow>) =>
    partsOf(
      intents.flatMap(({ id }) => rows.get(id) ?? []),
      claims,
      { goesOn: false, purchaser },
    );
  return { intents, parts, asksCodes };
};
