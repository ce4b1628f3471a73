import type { AddressSuggestion, AddressItem } from "@foyer/contract/shop/address.ts";
import type { Configuration } from "@foyer/contract/shop/seller.ts";

/**
 * Where addresses are looked up, in two steps: what begins like a text or lies in a container, then one address field by
 * field. `country`: as rules/addressLookup.ts names it. Throws LookupFailed.
 */
export type AddressLookup = {
  find(query: {
    readonly text?: string | undefined;
    readonly container?: string | undefined;
    readonly country: string;
  }): Promise<readonly AddressSuggestion[]>;
  /** Undefined: there is no such address. */
  retrieve(id: string): Promise<AddressItem | undefined>;
};

export type AddressLookupFinder = (
  sellerId: string,
  lookup: NonNullable<Configuration["address_lookup"]>,
) => Promise<AddressLookup>;

/** The provider did not answer, or not with addresses. The message names the reason and no secret. */
export class AddressLookupFailed extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = "LookupFailed";
  }
}
