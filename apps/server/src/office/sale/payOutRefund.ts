import type { listPayOuts } from "@foyer/contract/office/money/counter.ts";
import type { payOutRefund } from "@foyer/contract/office/money/counterSales.ts";
import type { StaffReceived, StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { counterGateways, isCounterPayment } from "@foyer/rules/checkout/gateways.ts";
import { toDecimal } from "@foyer/rules/values/money.ts";
import { crash, pause } from "../../db/faultPoints.ts";
import { Refused } from "../../errors/refused.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { audit, changing } from "../../modules/audit/audit.ts";
import { recordRefunds } from "../../modules/checkout/refund/recordRefunds.ts";
import { listWaitingPayOuts, lockRefund, type WaitingRefund } from "./payOut.sql.ts";
import { requireOpenTill } from "./tills/requireTill.ts";
import { insertTillEntry } from "./tills/tills.sql.ts";
import { requireCash } from "./tills/tillUseCases.ts";

/**
 * Pays out a refund of a counter sale: in cash from the open till, which must contain enough, or at the terminal, with its
 * slip. Once the till has the entry, the refund counts as made; if the server crashes in between, the settling job finds
 * the entry.
 */
export const payOutAtTill = async (
  ctx: StaffContext,
  sent: StaffReceived<typeof payOutRefund>,
): Promise<StaffReply<typeof payOutRefund>> => {
  const refund = await changing(ctx, (tx) => takeFromTill(tx, sent));
  crash("after_refund_sent");
  const { id, payment_id, currency } = refund;
  const amount = Number(refund.amount);
  await recordRefunds(ctx, payment_id, [
    { ref: `till:${id}`, key: id, amount, currency, status: "succeeded", occurred_on: ctx.now.toString() },
  ]);
  return { amount: toDecimal(amount, currency), currency };
};

const takeFromTill = async (
  ctx: StaffContext,
  { refund_id, slip }: StaffReceived<typeof payOutRefund>,
): Promise<WaitingRefund> => {
  const till = await requireOpenTill(ctx);
  const refund = await lockRefund(ctx, refund_id);
  if (!refund || !isCounterPayment(refund)) throw new Refused({ code: "not_found", context: "order" });
  await pause("refund_locked");
  if (refund.is_paid_out || refund.state === "succeeded" || refund.state === "failed")
    throw new Refused({ code: "refund_too_much", context: "order", extra: { left: "0" } });
  const amount = Number(refund.amount);
  const isCash = refund.gateway_id === counterGateways.cash;
  if (isCash) await requireCash(ctx, till, amount);
  else if (slip === undefined)
    throw new Refused({ code: "validation_failed", context: "order", extra: { fields: ["slip"] } });
  await insertTillEntry(ctx, {
    till_id: till.id,
    kind: "refund",
    gateway_id: refund.gateway_id,
    amount,
    cause_id: refund.id,
    slip: slip ?? null,
  });
  await audit(ctx, {
    action: "till.refund_paid",
    entity: { kind: "order", id: String(refund.order_number ?? "") },
    after: { amount: toDecimal(amount, refund.currency), ...(slip !== undefined && { slip }) },
  });
  return refund;
};

/** The maximum number of refunds listed. */
const listedPayOuts = 200;

export const listPayOutsOfSeller = async (ctx: StaffContext): Promise<StaffReply<typeof listPayOuts>> => {
  const rows = await listWaitingPayOuts(ctx, { limit: listedPayOuts + 1 });
  return {
    refunds: rows.slice(0, listedPayOuts).map(({ first_name, last_name, amount, order_number, ...refund }) => ({
      ...refund,
      order_number: order_number === null ? null : Number(order_number),
      purchaser: [first_name, last_name].filter(Boolean).join(" "),
      amount: toDecimal(Number(amount), refund.currency),
    })),
    is_cut: rows.length > listedPayOuts,
  };
};
