import { Refused } from "../../../errors/refused.ts";
import type { StaffContext } from "../../../http/staff/staffContext.ts";
import { linkOfSale } from "./links.sql.ts";

/** Refuses a sale whose tickets wait to be paid by a link, or were: it is one sale, by whichever means. */
export const refuseSaleByLink = async (ctx: StaffContext, sale_id: string): Promise<void> => {
  if (await linkOfSale(ctx, sale_id))
    throw new Refused({ code: "validation_failed", context: "order", extra: { fields: ["sale_id"] } });
};
