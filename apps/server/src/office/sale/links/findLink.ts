import { Refused } from "../../../errors/refused.ts";
import type { StaffContext } from "../../../http/staff/staffContext.ts";
import { linkOfSale } from "./links.sql.ts";

/** Refuses a sale whose tickets are or were to be paid by a link: a sale is paid in one way only. */
export const refuseSaleByLink = async (ctx: StaffContext, sale_id: string): Promise<void> => {
  if (await linkOfSale(ctx, sale_id))
    throw new Refused({ code: "validation_failed", context: "order", extra: { fields: ["sale_id"] } });
};
