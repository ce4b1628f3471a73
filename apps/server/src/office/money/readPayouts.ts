import {
  payoutLimit,
  payoutPageSize,
  usualPayoutDays,
  type listPayouts,
  type Payout,
  type readPayout,
} from "@foyer/contract/office/money/payouts.ts";
import type { StaffReceived, StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { toDecimal } from "@foyer/rules/values/money.ts";
import { firstOrderedId } from "../../db/newId.ts";
import { Refused } from "../../errors/refused.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { payoutUrlOf } from "../../providers/payments/gatewayRegistry.ts";
import {
  countOutcomes,
  findPayout,
  hasManualPayouts,
  lookBackDays,
  readPayoutList,
  readPayoutReadings,
  readPayoutRows,
  readUnpaid,
  type FoundPayout,
  type FoundUnpaid,
  type PayoutCursor,
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

/** The newest payouts, and what should be in one and is in none; or the next page of payouts. */
export const listAllPayouts = async (
  { db, seller, now }: StaffContext,
  { days: given, sort, after }: StaffReceived<typeof listPayouts>,
): Promise<StaffReply<typeof listPayouts>> => {
  const days = given === undefined ? usualPayoutDays : Number(given);
  const payouts = await readPayoutList(db, seller.id, {
    after: after === undefined ? undefined : cursorOf(after),
    isAscending: sort === "created_on",
    limit: payoutLimit + 1,
  });
  const shown = payouts.slice(0, payoutLimit);
  const last = shown.at(-1);
  const readings = after === undefined ? await readPayoutReadings(db, seller.id) : [];
  const firstMoment = now.subtract({ hours: 24 * lookBackDays });
  const first_id = firstOrderedId(firstMoment.epochMilliseconds);
  const unpaid: FoundUnpaid[] = [];
  for (const reading of readings)
    unpaid.push(...(await readUnpaid(db, seller.id, reading, { days, limit: payoutLimit + 1, first_id })));
  unpaid.sort((one, other) => one.at.localeCompare(other.at));
  const earliest = (moments: readonly string[]): string | null => moments.toSorted()[0] ?? null;
  const compared = earliest(readings.map(({ compared_since }) => compared_since));
  const leavesOut = compared !== null && Temporal.Instant.compare(compared, firstMoment) < 0;
  return {
    payouts: shown.map(presentPayout),
    next: payouts.length > payoutLimit && last ? writtenCursor(last) : null,
    days,
    unpaid: unpaid.slice(0, payoutLimit).map((row) => ({ ...row, amount: toDecimal(row.amount, row.currency) })),
    more_unpaid: unpaid.length > payoutLimit,
    checked_at: earliest(readings.map(({ checked_at }) => checked_at)),
    compared_since: leavesOut ? firstMoment.toString({ smallestUnit: "second" }) : compared,
    left_out_after_days: leavesOut ? lookBackDays : null,
    has_manual: await hasManualPayouts(db, seller.id),
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
