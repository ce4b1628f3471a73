import type { makeCounterSale } from "@foyer/contract/office/money/counterSales.ts";
import type { AuditAction } from "@foyer/contract/office/staff/auditActions.ts";
import type { StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { toDecimal } from "@foyer/rules/values/money.ts";
import { Refused } from "../../errors/refused.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { findCounterSale, type CounterSaleRow } from "./counterSales.sql.ts";

export type SaleReply = StaffReply<typeof makeCounterSale>;

/** The id that the screen chose for a sale, the field that it was sent in, and the audit action that the sale leaves. */
export type SaleId = {
  readonly id: string;
  readonly field: "sale_id" | "renewal_id" | "change_id";
  readonly action: AuditAction;
};

/** Somebody sent the same sale meanwhile, and it was made. */
export class AlreadySold extends Error {}

/** A sale at the counter as it was made. */
export const saleReply = ({ order_number, total, change, currency }: Omit<CounterSaleRow, "staff_id">): SaleReply => ({
  order_number: Number(order_number),
  total: toDecimal(Number(total), currency),
  change: toDecimal(Number(change), currency),
  currency,
});

/** The reply of the sale of this id, if it was made: its entry in the audit log was written then. */
export const findMadeSale = async (
  ctx: StaffContext,
  { id, field, action }: SaleId,
): Promise<SaleReply | undefined> => {
  const sale = await findCounterSale(ctx, id);
  if (!sale) return undefined;
  if (sale.staff_id !== ctx.staff.id)
    throw new Refused({ code: "validation_failed", context: "order", extra: { fields: [field] } });
  ctx.audited.add(action);
  return saleReply(sale);
};

/** Makes a sale. Where it is refused, since the same sale was made meanwhile, that one is answered. */
export const makeOrFindSale = async (
  ctx: StaffContext,
  sent: SaleId,
  make: () => Promise<SaleReply>,
): Promise<SaleReply> => {
  try {
    return await make();
  } catch (error) {
    const made = error instanceof AlreadySold || error instanceof Refused ? await findMadeSale(ctx, sent) : undefined;
    if (made) return made;
    throw error;
  }
};
