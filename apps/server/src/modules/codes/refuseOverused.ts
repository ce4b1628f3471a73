import type { Wire } from "../../db/statement.ts";
import { Refused } from "../../http/refused.ts";
import { pause } from "../../db/faults.ts";
import { lockBuyerLimits, overusedCode } from "./buyers.sql.ts";

/**
 * A code that each buyer may use only so often is asked after again when it is known who buys: another browser is no other
 * buyer. Asked under the cart's lock, in the transaction that keeps the purchaser or promises the money.
 */
export const refuseOverused = async (wire: Wire, seller_id: string, cart_id: string): Promise<void> => {
  const group_ids = await lockBuyerLimits(wire, seller_id, { cart_id });
  if (group_ids.length === 0) return;
  const code = await overusedCode(wire, seller_id, { cart_id, group_ids });
  await pause("buyer_limit_judged");
  if (code)
    throw new Refused({ code: "code_exhausted", context: "code", extra: { code: code.code, code_id: code.id } });
};
