import type { OwnTill, readTill, readTillDay, TillClosing } from "@foyer/contract/office/money/tills.ts";
import type { StaffReceived, StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import type { Seller } from "@foyer/contract/shop/seller.ts";
import { todayAt } from "@foyer/rules/dates/localTime.ts";
import { denominationsOf } from "@foyer/rules/sale/denominations.ts";
import { fromDecimal, toDecimal } from "@foyer/rules/values/money.ts";
import type { StaffContext } from "../../../http/staff/staffContext.ts";
import { noteLookAtTill } from "./requireTill.ts";
import { cashIn } from "./tillSums.ts";
import {
  findTill,
  listCashMoves,
  listTillsOfDay,
  sumTillEntries,
  type TillOfDay,
  type TillRow,
  type TillSum,
} from "./tills.sql.ts";

/** The counted minus the expected amount of a till; undefined before it is counted. */
export const differenceOf = (
  { configuration }: Pick<Seller, "configuration">,
  { counted, expected, currency }: Pick<TillRow, "counted" | "expected" | "currency">,
) => {
  if (counted === null || expected === null) return undefined;
  const difference = Number(counted) - Number(expected);
  const limit = fromDecimal(configuration.till_limits?.difference ?? "0", currency) ?? 0;
  return { difference, needsReason: Math.abs(difference) > limit };
};

export const presentOwnTill = async (ctx: StaffContext, till: TillRow): Promise<OwnTill> => {
  const { currency, state } = till;
  if (state === "closed") throw new Error(`The till ${till.id} is closed`);
  const money = (amount: number) => toDecimal(Number(amount), currency);
  const moves = await listCashMoves(ctx, till.id);
  const count = differenceOf(ctx.seller, till);
  return {
    id: till.id,
    state,
    opened_at: till.opened_at,
    float: money(till.float_amount),
    moves: moves.map((one) => ({ ...one, amount: money(one.amount) })),
    count: count
      ? {
          counted: money(till.counted ?? 0),
          expected: money(till.expected ?? 0),
          difference: money(count.difference),
          needs_reason: count.needsReason,
        }
      : null,
  };
};

export const readOwnTill = async (ctx: StaffContext): Promise<StaffReply<typeof readTill>> => {
  const till = await findTill(ctx, ctx.staff.id);
  if (till) await noteLookAtTill(ctx, till);
  const currency = till?.currency ?? ctx.seller.default_currency_code;
  return {
    till: till ? await presentOwnTill(ctx, till) : null,
    currency,
    denominations: denominationsOf(currency).map((value) => toDecimal(value, currency)),
  };
};

/** The maximum number of tills of one day. */
const tillsOfDay = 500;

export const readDayOfTills = async (
  ctx: StaffContext,
  { day }: StaffReceived<typeof readTillDay>,
): Promise<StaffReply<typeof readTillDay>> => {
  const { seller, now } = ctx;
  const withOpen = day === todayAt(now, seller.timezone);
  const rows = await listTillsOfDay(ctx, { day, withOpen, limit: tillsOfDay + 1 });
  const tills = rows.slice(0, tillsOfDay);
  const sums = Map.groupBy(
    await sumTillEntries(
      ctx,
      tills.map(({ id }) => id),
    ),
    ({ till_id }) => till_id,
  );
  return {
    day,
    currency: seller.default_currency_code,
    tills: tills.map((till) => presentClosing(till, sums.get(till.id) ?? [])),
    is_cut: rows.length > tillsOfDay,
  };
};

const presentClosing = (till: TillOfDay, sums: readonly TillSum[]): TillClosing => {
  const { currency, counted, expected } = till;
  const money = (amount: number) => toDecimal(amount, currency);
  const sumOf = (kind: TillSum["kind"], gateway_id?: string): number =>
    sums
      .filter((one) => one.kind === kind && (gateway_id === undefined || one.gateway_id === gateway_id))
      .reduce((all, { amount }) => all + Number(amount), 0);
  const gateways = new Set(
    sums.flatMap(({ kind, gateway_id }) => (kind === "sale" || kind === "refund" ? gateway_id : [])),
  );
  const isCounted = counted !== null && expected !== null;
  return {
    id: till.id,
    number: till.number === null ? null : Number(till.number),
    person: till.person,
    opened_at: till.opened_at,
    closed_at: till.closed_at,
    float: money(Number(till.float_amount)),
    put_in: money(sumOf("in")),
    taken_out: money(sumOf("out")),
    means: [...gateways].map((gateway_id) => ({
      gateway_id,
      sales: sums
        .filter((one) => one.kind === "sale" && one.gateway_id === gateway_id)
        .reduce((all, { entries }) => all + entries, 0),
      sold: money(sumOf("sale", gateway_id)),
      refunded: money(sumOf("refund", gateway_id)),
    })),
    expected: money(isCounted ? Number(expected) : cashIn(till, sums)),
    counted: isCounted ? money(Number(counted)) : null,
    difference: isCounted ? money(Number(counted) - Number(expected)) : null,
    reason: till.reason,
  };
};
