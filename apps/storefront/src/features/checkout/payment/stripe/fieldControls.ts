import type { IdentityInput } from "@foyer/contract/shop/identity.ts";

/** The operations on Stripe's fields while they are on the page. */
export type FieldControls = {
  readonly submit: () => Promise<void>;
  /** The id of a confirmation token, which can pay once. */
  readonly createToken: (payer: IdentityInput, type: string | undefined) => Promise<string>;
  readonly clear: () => void;
};
