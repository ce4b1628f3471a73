import type { AddressFound, AddressItem } from "@foyer/contract/address.ts";
import type { Configuration } from "@foyer/contract/seller.ts";

/**
 * Where addresses are looked up, in two steps: what begins like a text or lies in a container, then one address field by
 * field. `country`: as rules/addressLookup.ts names it. Throws LookupFailed.
 */
export type Addresses = {
  find(asked: {
    readonly text?: string | undefined;
    readonly container?: string | undefined;
    readonly country: string;
  }): Promise<readonly AddressFound[]>;
  /** Undefined: there is no such address. */
  retrieve(id: string): Promise<AddressItem | undefined>;
};

export type AddressesFinder = (
  sellerId: string,
  lookup: NonNullable<Configuration["address_lookup"]>,
) => Promise<Addresses>;

/** The provider did not answer, or not with addresses. The message names the reason and no secret. */
export class LookupFailed extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = "LookupFailed";
  }
}
