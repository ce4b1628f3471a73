import type { Seller } from "@foyer/contract/shop/seller.ts";
import type { Database } from "../../db/connections.ts";
import type { Sealer } from "../sealer.ts";
import { paymentKeysOf, readStoredKeys } from "../storedKeys.sql.ts";
import { cardGatewayOf, keyedGateways } from "./gatewayRegistry.ts";

/** Whether a seller's card payments move no money, because of the test gateway or a provider's test keys. */
export const isInTestMode = async (
  { db, sealer }: { readonly db: Database; readonly sealer: Sealer },
  seller: Pick<Seller, "id" | "configuration">,
): Promise<boolean> => {
  const gateway_id = cardGatewayOf(seller);
  const keyed = keyedGateways.find((one) => one.gateway_id === gateway_id);
  if (!keyed) return true;
  const saved = await readStoredKeys(db, sealer, paymentKeysOf(seller.id, gateway_id));
  return saved !== undefined && !keyed.keys.isLive(saved);
};
