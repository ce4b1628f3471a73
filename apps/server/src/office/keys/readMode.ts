import type { CardMode, readPaymentMode } from "@foyer/contract/office/money/paymentKeys.ts";
import type { StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { cardGatewayOf, keyedGateways } from "../../providers/payments/gatewayRegistry.ts";
import { findStoredKeys, openSealedKeys, paymentKeysOf } from "../../providers/storedKeys.sql.ts";

/** Read for every screen. Keys that cannot be decrypted are logged where they are needed, not here. */
export const readMode = async (ctx: StaffContext): Promise<StaffReply<typeof readPaymentMode>> => ({
  mode: await modeOf(ctx),
});

const modeOf = async ({ db, sealer, seller }: StaffContext): Promise<CardMode> => {
  const gateway_id = cardGatewayOf(seller);
  const keyed = keyedGateways.find((one) => one.gateway_id === gateway_id);
  if (!keyed) return "test";
  const of = paymentKeysOf(seller.id, gateway_id);
  const stored = await findStoredKeys(db, of);
  if (!stored) return "none";
  try {
    return keyed.keys.isLive(await openSealedKeys(sealer, of, stored.sealed)) ? "live" : "test";
  } catch {
    return "unknown";
  }
};
