import {
  payoutLimit,
  payoutPageSize,
  defaultPayoutDays,
  type listPayouts,
  type listUnpaid,
  type Payout,
  type readPayout,
} from "@foyer/contract/office/money/payouts.ts";
import type { StaffReceived, StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { toDecimal } from "@foyer/rules/values/money.ts";
import { firstOrderedId } from "../../db/newId.ts";
import { Refused } from "../../errors/refused.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { payoutUrlOf } from "../../providers/payments/gatewayRegistry.ts";
import { isInTestMode } from "../../providers/payments/isInTestMode.ts";
import { whenReadable } from "../../providers/whenReadable.ts";
import {
  countOutcomes,
  findPayout,
  hasManualPayouts,
  lastRefund,
  noRefund,
  paymentAhead,
  readPayoutList,
  readPayoutReadings,
  readPayoutRows,
  readUnpaid,
  type FoundPayout,
  type PayoutCursor,
  type UnpaidCursor,
} from "./payouts.sql.ts";

const presentPayout = ({ amount, fees, net, ...payout }: FoundPayout): Payout => ({
  ...payout,
  url: payoutUrlOf(payout.gateway_id, payout.ref),
  amount: toDecimal(amount, payout.currency),
  fees: toDecimal(fees, payout.currency),
  difference: payout.rows === "all" ? toDecimal(net - amount, payout.currency) : null,
});

const writtenCursor = ({ created_on, gateway_id, ref }: PayoutCursor): string => `${created_on} ${gateway_id} ${ref}`;
const cursorOf = (text: string): PayoutCursor => {
  const [created_on = "", gateway_id = "", ref = ""] = text.split(" ");
  return { created_on, gateway_id, ref };
};

const earliest = (moments: readonly string[]): string | null => moments.toSorted()[0] ?? null;

/** A page of payouts, newest first unless a sort is given. */
export const listAllPayouts = async (
  { db, seller }: StaffContext,
  { sort, after }: StaffReceived<typeof listPayouts>,
): Promise<StaffReply<typeof listPayouts>> => {
  const payouts = await readPayoutList(db, seller.id, {
    after: after === undefined ? undefined : cursorOf(after),
    isAscending: sort === "created_on",
    limit: payoutLimit + 1,
  });
  const shown = payouts.slice(0, payoutLimit);
  const last = shown.at(-1);
  const readings = await readPayoutReadings(db, seller.id);
  return {
    payouts: shown.map(presentPayout),
    next: payouts.length > payoutLimit && last ? writtenCursor(last) : null,
    checked_at: earliest(readings.map(({ checked_at }) => checked_at)),
    has_manual: await hasManualPayouts(db, seller.id),
  };
};

/** Payment ids are ordered by time, apart from differences between the servers' clocks. */
const clockSlack = { hours: 24 };

const writtenUnpaid = ({ payment_id, row_id }: UnpaidCursor): string => `${payment_id} ${row_id}`;
const unpaidCursorOf = (text: string): UnpaidCursor => {
  const [payment_id = noRefund, row_id = noRefund] = text.split(" ");
  return { payment_id, row_id };
};

/** A page of captures and refunds that should be in a payout by now and are in none. */
export const listUnpaidMoney = async (
  { db, seller, sealer }: StaffContext,
  { days: given, after }: StaffReceived<typeof listUnpaid>,
  /** The maximum number of payments that one page examines. */
  payments = 100_000,
): Promise<StaffReply<typeof listUnpaid>> => {
  const days = given === undefined ? defaultPayoutDays : Number(given);
  const readings = await readPayoutReadings(db, seller.id);
  const compared_since = earliest(readings.map((reading) => reading.compared_since));
  if (compared_since === null) return { days, unpaid: [], next: null, looked_until: null, compared_since };
  const first = Temporal.Instant.from(compared_since).subtract(clockSlack).epochMilliseconds;
  const from = after === undefined ? { payment_id: firstOrderedId(first), row_id: noRefund } : unpaidCursorOf(after);
  const end = await paymentAhead(db, seller.id, { after: from.payment_id, payments });
  // As long as no money moves, test payments are all there is to look at.
  const withTests = (await whenReadable(() => isInTestMode({ db, sealer }, seller))) === true;
  const found = await readUnpaid(db, seller.id, {
    days,
    withTests,
    after: from,
    until: end?.id,
    limit: payoutLimit + 1,
  });
  const shown = found.slice(0, payoutLimit);
  const last = found.length > shown.length ? shown.at(-1) : undefined;
  const next = last ?? (end && { payment_id: end.id, row_id: lastRefund });
  return {
    days,
    unpaid: shown.map(({ row_id: _row, amount, ...row }) => ({ ...row, amount: toDecimal(amount, row.currency) })),
    next: next === undefined ? null : writtenUnpaid(next),
    looked_until: last?.at ?? end?.created_at ?? null,
    compared_since,
  };
};

export const readOnePayout = async (
  { db, seller }: StaffContext,
  { gateway_id, ref, only, after }: StaffReceived<typeof readPayout>,
): Promise<StaffReply<typeof readPayout>> => {
  const of = { gateway_id, ref };
  const payout = await findPayout(db, seller.id, of);
  if (!payout) throw new Refused({ code: "not_found", context: "payment" });
  const outcomes = await countOutcomes(db, seller.id, of);
  const found = await readPayoutRows(db, seller.id, of, { only, after, limit: payoutPageSize + 1 });
  const rows = found.slice(0, payoutPageSize);
  return {
    payout: presentPayout(payout),
    outcomes: outcomes.map((one) => ({ ...one, amount: toDecimal(one.amount, payout.currency) })),
    rows: rows.map(({ amount, fee, ours, ...row }) => ({
      ...row,
      amount: toDecimal(amount, row.currency),
      fee: toDecimal(fee, row.currency),
      ours: ours === null ? null : toDecimal(ours, row.ours_currency ?? row.currency),
    })),
    next: found.length > rows.length ? (rows.at(-1)?.ref ?? null) : null,
  };
};
