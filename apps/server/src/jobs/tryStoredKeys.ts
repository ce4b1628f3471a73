import { pause } from "../db/faultPoints.ts";
import type { JobContext, RequestContext } from "../http/requestContext.ts";
import type { Sealer } from "../providers/sealer.ts";
import { openSealedKeys, type StoredValues } from "../providers/storedKeys.sql.ts";
import { claimTrial, keysToTry, recordTrial, type DueKeys } from "../providers/triedKeys.sql.ts";
import { forEachSeller } from "./forEachSeller.ts";

const everyHours = 24;

type TrialContext = Pick<RequestContext, "seller" | "providers">;

const faultOf = async ({ seller, providers }: TrialContext, due: DueKeys, keys: StoredValues) =>
  due.table === "provider_keys"
    ? providers.tryServiceKeys(due.provider, keys)
    : providers.tryGatewayKeys(due.provider, keys, {
        seller_id: seller.id,
        currency: seller.default_currency_code,
        replacesSameMode: true,
        areStored: true,
      });

/**
 * Tries stored keys with their provider once a day, so that a revoked key is noticed before it affects a buyer. If the
 * provider does not answer, the last known result stays. Returns the number of keys that were tried.
 */
export const tryStoredKeys = async (ctx: JobContext & { readonly sealer: Sealer }): Promise<number> => {
  let tried = 0;
  const listed = await keysToTry(ctx.connections.acrossSellers(), everyHours);
  await pause("stored_keys_listed");
  for (const due of listed)
    tried += await forEachSeller(ctx, [due], "stored keys could not be tried", async (shop) => {
      const sealed = await claimTrial(shop.db, due, everyHours);
      if (!sealed) return 0;
      const fault = await faultOf(shop, due, await openSealedKeys(ctx.sealer, due, sealed));
      if (fault !== "no answer") await recordTrial(shop.db, due, { sealed, fault: fault?.reason ?? null });
      return 1;
    });
  return tried;
};
