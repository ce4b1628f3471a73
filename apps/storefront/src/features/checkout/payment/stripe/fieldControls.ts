import type { IdentityInput } from "@foyer/contract/shop/identity.ts";

/** What can be done with Stripe's fields while they are on the page. */
export type FieldControls = {
  readonly submit: () => Promise<void>;
  /** The id of a confirmation token, which pays once. */
  readonly createToken: (payer: IdentityInput, type: string | undefined) => Promise<string>;
  readonly clear: () => void;
};
