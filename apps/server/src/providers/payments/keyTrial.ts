import type { CardGatewayId } from "@foyer/contract/shop/cardGateways.ts";
import type { KeyValues } from "./gatewayKeys.ts";

/** The seller whose keys are tried. */
export type KeyTrialSubject = {
  readonly seller_id: string;
  readonly currency: string;
  /** Whether they replace keys of the same mode, so that they have to find the payments made with the old keys. */
  readonly replacesSameMode: boolean;
  /** Whether they are already stored: nothing is created at the provider, not even for a moment. */
  readonly areStored?: boolean;
};

/** Why keys cannot be used: the field and a sentence that contains no key. */
export type KeyFault = { readonly field: string; readonly reason: string };

/** Tries keys with their provider, before they are stored or afterwards. Undefined means that they work. */
export type KeyTrial = (
  gateway_id: CardGatewayId,
  keys: KeyValues,
  subject: KeyTrialSubject,
) => Promise<KeyFault | undefined>;
