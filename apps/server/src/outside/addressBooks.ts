import { LookupFailed, type AddressesFinder } from "./addresses/addresses.ts";
import { loqateAddresses, type LoqateSetup } from "./addresses/loqate.ts";
import { offlineAddresses } from "./addresses/offline.ts";
import type { KeyFinder } from "./providerKeys.ts";

/** Offline addresses need nothing; a provider needs its seller's key. */
export const addressBooks =
  (keysOf: KeyFinder, setup: LoqateSetup = {}): AddressesFinder =>
  async (sellerId, { provider }) => {
    if (provider === "offline") return offlineAddresses;
    const keys = await keysOf(sellerId, "loqate");
    if (!keys?.key) throw new LookupFailed("No Loqate API Key");
    return loqateAddresses({ ...keys, key: keys.key }, setup);
  };
