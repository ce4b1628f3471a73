import type { AddressSuggestion, AddressItem } from "@foyer/contract/shop/forms/address.ts";
import type { Configuration } from "@foyer/contract/shop/seller.ts";

/**
 * Looks up addresses in two steps: suggestions for a text or within a container, then one address with all its fields.
 * `country` has three letters, for example 'GBR'. Throws `AddressLookupFailed`.
 */
export type AddressLookup = {
  find(query: {
    readonly text?: string | undefined;
    readonly container?: string | undefined;
    readonly country: string;
  }): Promise<readonly AddressSuggestion[]>;
  /** Undefined if there is no such address. */
  retrieve(id: string): Promise<AddressItem | undefined>;
};

export type AddressLookupFinder = (
  sellerId: string,
  lookup: NonNullable<Configuration["address_lookup"]>,
) => Promise<AddressLookup>;

/** Thrown if the provider does not return addresses. The message gives the reason and contains no secret. */
export class AddressLookupFailed extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = "AddressLookupFailed";
  }
}
