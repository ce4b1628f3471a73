import { AddressLookupFailed, type AddressLookupFinder } from "./addressLookup.ts";
import { loqateLookup, type LoqateOptions } from "./loqateLookup.ts";
import { offlineLookup } from "./offlineLookup.ts";
import type { KeyFinder } from "../providerKeys.ts";

/** The offline lookup needs no key; a provider needs the seller's. */
export const addressLookupRegistry =
  (keysOf: KeyFinder, options: LoqateOptions = {}): AddressLookupFinder =>
  async (sellerId, { provider }) => {
    if (provider === "offline") return offlineLookup;
    const keys = await keysOf(sellerId, "loqate");
    if (!keys?.key) throw new AddressLookupFailed("No Loqate API Key");
    return loqateLookup({ ...keys, key: keys.key }, options);
  };
