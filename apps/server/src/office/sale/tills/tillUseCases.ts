import type { closeTill, countTill, moveCash, openTill } from "@foyer/contract/office/money/tills.ts";
import type { StaffReceived, StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { counterGateways } from "@foyer/rules/checkout/gateways.ts";
import { tillClosedLines, tillMovedLines } from "@foyer/rules/journal/tillRows.ts";
import { areCounts, sumOfCounts } from "@foyer/rules/sale/denominations.ts";
import { fromDecimal, toDecimal } from "@foyer/rules/values/money.ts";
import { pause } from "../../../db/faultPoints.ts";
import { Refused } from "../../../errors/refused.ts";
import type { StaffContext } from "../../../http/staff/staffContext.ts";
import { audit, changing } from "../../../modules/audit/audit.ts";
import { clearTillOfSignIns } from "../../../modules/staff/signIns.ts";
import { writeJournal } from "../../../providers/journal/writeJournal.sql.ts";
import { differenceOf, presentOwnTill } from "./readTills.ts";
import { noteAtTill, requireOpenTill } from "./requireTill.ts";
import { cashIn, fromSafe } from "./tillSums.ts";
import {
  findTill,
  insertTill,
  insertTillEntry,
  lockTill,
  setClosed,
  setCount,
  sumTillEntries,
  type TillRow,
} from "./tills.sql.ts";

const invalidField = (field: string): Refused =>
  new Refused({ code: "validation_failed", context: "till", extra: { fields: [field] } });

const minorOf = (text: string, currency: string, field: string): number => {
  const amount = fromDecimal(text, currency);
  if (amount === undefined) throw invalidField(field);
  return amount;
};

const entityOf = ({ id }: Pick<TillRow, "id">) => ({ kind: "till", id }) as const;

const ownTillNow = async (ctx: StaffContext): Promise<TillRow> => {
  const till = await findTill(ctx, ctx.staff.id);
  if (!till) throw new Error("The till is gone");
  return till;
};

export const openOwnTill = (
  ctx: StaffContext,
  { float }: StaffReceived<typeof openTill>,
): Promise<StaffReply<typeof openTill>> =>
  changing(ctx, async (ctx) => {
    const { db, seller, staff } = ctx;
    const currency = seller.default_currency_code;
    const float_amount = minorOf(float, currency, "float");
    const id = await insertTill(ctx, { staff_id: staff.id, currency, float_amount });
    if (id === undefined) throw new Refused({ code: "till_open", context: "till" });
    await noteAtTill(ctx, { id });
    await writeJournal(db, seller.id, [
      { cause: "till_opened", cause_id: id, currency, ticket_order_id: null, lines: tillMovedLines(float_amount) },
    ]);
    await audit(ctx, { action: "till.opened", entity: entityOf({ id }), after: { float } });
    return { till: await presentOwnTill(ctx, await ownTillNow(ctx)) };
  });

export const moveTillCash = (
  ctx: StaffContext,
  { kind, amount, reason }: StaffReceived<typeof moveCash>,
): Promise<StaffReply<typeof moveCash>> =>
  changing(ctx, async (ctx) => {
    const { db, seller } = ctx;
    const till = await requireOpenTill(ctx);
    const { currency } = till;
    const minor = minorOf(amount, currency, "amount");
    if (minor <= 0) throw invalidField("amount");
    if (kind === "out") await requireCash(ctx, till, minor);
    const entry = { till_id: till.id, kind, gateway_id: counterGateways.cash, amount: minor, reason };
    const cause_id = await insertTillEntry(ctx, entry);
    const lines = tillMovedLines(kind === "in" ? minor : -minor);
    await writeJournal(db, seller.id, [{ cause: "till_moved", cause_id, currency, ticket_order_id: null, lines }]);
    await audit(ctx, {
      action: "till.cash_moved",
      entity: entityOf(till),
      after: { [kind === "in" ? "put_in" : "taken_out"]: amount },
      reason,
    });
    return { till: await presentOwnTill(ctx, till) };
  });

/** Refuses to take more cash out of a till than it contains. The caller has locked the till. */
export const requireCash = async (ctx: StaffContext, till: TillRow, amount: number): Promise<void> => {
  if (cashIn(till, await sumTillEntries(ctx, [till.id])) < amount)
    throw new Refused({ code: "till_short", context: "till" });
};

/** The caller's till that is not closed, locked. */
const requireOwnTill = async (ctx: StaffContext): Promise<TillRow> => {
  const till = await lockTill(ctx, ctx.staff.id);
  if (!till) throw new Refused({ code: "till_closed", context: "till" });
  await noteAtTill(ctx, till);
  return till;
};

export const countOwnTill = (
  ctx: StaffContext,
  { counts }: StaffReceived<typeof countTill>,
): Promise<StaffReply<typeof countTill>> =>
  changing(ctx, async (ctx) => {
    const till = await requireOwnTill(ctx);
    const stored = counts.map(({ value, count }) => ({ value: minorOf(value, till.currency, "counts"), count }));
    if (!areCounts(stored, till.currency)) throw invalidField("counts");
    const counted = sumOfCounts(stored);
    const expected = cashIn(till, await sumTillEntries(ctx, [till.id]));
    await pause("till_summed");
    await setCount(ctx, till.id, { counts: stored, counted, expected });
    await audit(ctx, {
      action: "till.counted",
      entity: entityOf(till),
      after: { counted: toDecimal(counted, till.currency), expected: toDecimal(expected, till.currency) },
    });
    return { till: await presentOwnTill(ctx, await ownTillNow(ctx)) };
  });

export const closeOwnTill = (
  ctx: StaffContext,
  { reason }: StaffReceived<typeof closeTill>,
): Promise<StaffReply<typeof closeTill>> =>
  changing(ctx, async (ctx) => {
    const { db, seller } = ctx;
    const till = await requireOwnTill(ctx);
    const count = differenceOf(seller, till);
    if (!count) throw new Refused({ code: "till_open", context: "till" });
    const { difference, needsReason } = count;
    if (needsReason && reason === undefined) throw invalidField("reason");
    const had = fromSafe(till, await sumTillEntries(ctx, [till.id]));
    const { currency } = till;
    await writeJournal(db, seller.id, [
      {
        cause: "till_closed",
        cause_id: till.id,
        currency,
        ticket_order_id: null,
        lines: tillClosedLines({ had, difference }),
      },
    ]);
    const number = await setClosed(ctx, till.id, { reason: reason ?? null });
    await clearTillOfSignIns(db, till.id);
    await pause("till_left");
    await audit(ctx, {
      action: "till.closed",
      entity: entityOf(till),
      after: { number, difference: toDecimal(difference, currency) },
      ...(reason !== undefined && { reason }),
    });
    return { number };
  });
