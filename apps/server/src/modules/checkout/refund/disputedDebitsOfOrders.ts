import { toDecimal } from "@foyer/rules/values/money.ts";
import type { SellerDb } from "../context.ts";
import { selectDisputedDebits } from "./disputedDebits.sql.ts";

/** The amounts that banks have taken back from the payments of orders, as decimals. Orders without any are left out. */
export const disputedDebitsOfOrders = async (
  { db, seller }: SellerDb,
  order_ids: readonly string[],
): Promise<ReadonlyMap<string, string>> =>
  new Map(
    (await selectDisputedDebits(db, seller.id, order_ids)).map(({ ticket_order_id, amount, currency }) => [
      ticket_order_id,
      toDecimal(amount, currency),
    ]),
  );
