import type { CardGatewayId } from "@foyer/contract/shop/cardGateways.ts";
import type { KeyValues } from "./gatewayKeys.ts";

/** Whose keys are tried. */
export type KeyTrialSubject = {
  readonly seller_id: string;
  readonly currency: string;
  /** They replace keys of the same mode, so they have to find the payments that were made with these. */
  readonly replacesSameMode: boolean;
  /** They are stored already: nothing is made at the provider, not even for a moment. */
  readonly areStored?: boolean;
};

/** Why keys cannot be used: the field and a sentence that contains no key. */
export type KeyFault = { readonly field: string; readonly reason: string };

/** Tries keys with their provider, before they are stored or afterwards. Undefined: they work. */
export type KeyTrial = (
  gateway_id: CardGatewayId,
  keys: KeyValues,
  subject: KeyTrialSubject,
) => Promise<KeyFault | undefined>;
