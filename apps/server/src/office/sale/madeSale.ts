import type { makeCounterSale } from "@foyer/contract/office/money/counterSales.ts";
import type { AuditAction } from "@foyer/contract/office/staff/auditActions.ts";
import type { StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { toDecimal } from "@foyer/rules/values/money.ts";
import { Refused } from "../../errors/refused.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { findCounterSale, type CounterSaleRow } from "./counterSales.sql.ts";

export type SaleReply = StaffReply<typeof makeCounterSale>;

/** The id that the client chose for a sale, the field that contained it, and the audit action of the sale. */
export type SaleId = {
  readonly id: string;
  readonly field: "sale_id" | "renewal_id" | "change_id";
  readonly action: AuditAction;
};

/** The same sale was sent again meanwhile, and has been made already. */
export class AlreadySold extends Error {}

/** The reply for a counter sale. */
export const saleReply = ({ order_number, total, change, currency }: Omit<CounterSaleRow, "staff_id">): SaleReply => ({
  order_number: Number(order_number),
  total: toDecimal(Number(total), currency),
  change: toDecimal(Number(change), currency),
  currency,
});

/** The reply for an earlier sale with this id, if there was one. Its audit log entry was written then. */
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

/** Makes a sale. If it is refused because the same sale was made concurrently, that sale's reply is returned. */
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
