import type { withdrawCounterLink } from "@foyer/contract/office/money/counterLinks.ts";
import type { Nothing, StaffReceived } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { pause } from "../../../db/faultPoints.ts";
import { Refused } from "../../../errors/refused.ts";
import type { StaffContext } from "../../../http/staff/staffContext.ts";
import { audit, changing } from "../../../modules/audit/audit.ts";
import { releaseUnpaid } from "../../../modules/cart/release/releaseUnpaid.ts";
import { linkOfSale } from "./links.sql.ts";

/** Releases the tickets of a link. Its cart is locked, so that a payment either begins before or finds it ended. */
export const withdrawLink = (
  ctx: StaffContext,
  { sale_id }: StaffReceived<typeof withdrawCounterLink>,
): Promise<Nothing> =>
  changing(ctx, async (tx) => {
    const link = await linkOfSale(tx, sale_id);
    if (!link) throw new Refused({ code: "not_found", context: "order" });
    const released = await releaseUnpaid(tx, link.cart_id);
    await pause("counter_link_locked");
    if (released === "paying") throw new Refused({ code: "payment_in_progress", context: "payment" });
    if (released === "completed")
      throw new Refused({ code: "cart_booked", context: "cart", description: "This link has been paid." });
    if (released === "expired") throw new Refused({ code: "cart_expired", context: "cart" });
    await audit(tx, { action: "order.link_withdrawn", entity: { kind: "counter_sale", id: sale_id } });
    return {};
  });
