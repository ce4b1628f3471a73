import type { Pipeline } from "../../db/statements/statement.ts";
import { Refused } from "../../errors/refused.ts";
import { pause } from "../../db/faultPoints.ts";
import { lockBuyerLimits, overusedCode } from "./buyerLimits.sql.ts";

/**
 * Checks limits per buyer again once the purchaser is known, because the same buyer may use another browser. Called under
 * the cart's lock, in the transaction that saves the purchaser or starts the payment.
 */
export const refuseOverusedCode = async (pipeline: Pipeline, seller_id: string, cart_id: string): Promise<void> => {
  const group_ids = await lockBuyerLimits(pipeline, seller_id, { cart_id });
  if (group_ids.length === 0) return;
  const code = await overusedCode(pipeline, seller_id, { cart_id, group_ids });
  await pause("buyer_limit_checked");
  if (code)
    throw new Refused({ code: "code_exhausted", context: "code", extra: { code: code.code, code_id: code.id } });
};
