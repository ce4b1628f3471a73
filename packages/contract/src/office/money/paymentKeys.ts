import * as z from "zod/mini";
import { Version } from "../changes.ts";
import { Instant } from "../../basics.ts";
import { CardGatewayId } from "../../shop/cardGateways.ts";
import { CatalogueProblem } from "../catalogue/catalogue.ts";
import { Nothing, staffEndpoint } from "../staff/staffEndpoint.ts";

/**
 * What the reader may know of a key. `ending`: its last four characters, empty for a short key; null if it is not stored.
 */
export const StoredKey = z.object({ name: z.string(), ending: z.nullable(z.string()) });

/** What the reader may know of stored keys. No call returns a key. */
const StoredKeys = z.object({
  is_live: z.boolean(),
  since: Instant,
  keys: z.array(StoredKey),
  /** Why the keys failed at the last daily check; null if they worked. */
  fault: z.nullable(z.string()),
});

export const KeyedGatewayState = z.object({
  gateway_id: CardGatewayId,
  /** The provider's name. */
  label: z.string(),
  /** The catalogue selects this gateway. */
  is_used: z.boolean(),
  fields: z.array(z.object({ name: z.string(), is_required: z.boolean() })),
  stored: z.nullable(StoredKeys),
  /** The version that the screen shows. A change of keys that have changed since is refused. */
  version: z.string(),
  webhook: z.object({
    address: z.string(),
    events: z.array(z.string()),
    /** When the last webhook arrived; null if there was none in the last 30 days. */
    heard_at: z.nullable(Instant),
    was_heard_lately: z.boolean(),
  }),
  /** Pending payments and refunds of the last 30 days, and renewals that will charge a card saved with these keys. */
  under_way: z.object({ payments: z.int(), refunds: z.int(), renewals: z.int() }),
});
export type KeyedGatewayState = z.infer<typeof KeyedGatewayState>;

/** Refused with `unavailable` if the installation's own key, which decrypts the stored keys, is missing. */
export const readPaymentKeys = staffEndpoint({
  name: "readPaymentKeys",
  method: "GET",
  path: "/payment_keys",
  summary: "Which keys of payment providers are stored",
  can: "keys.edit",
  stepUp: false,
  audits: null,
  reply: z.object({ gateways: z.array(KeyedGatewayState) }),
});

/**
 * Whether card payments move money now. `test`: they do not, because of the test gateway or a provider's test keys. `none`:
 * the gateway has no keys, so cards are not accepted. `unknown`: the installation's own key, which decrypts the stored
 * keys, is missing.
 */
export const cardModes = ["live", "test", "none", "unknown"] as const;
export type CardMode = (typeof cardModes)[number];

/** Read by every screen that shows money. */
export const readPaymentMode = staffEndpoint({
  name: "readPaymentMode",
  method: "GET",
  path: "/payment_mode",
  summary: "Whether cards move money",
  can: "board.read",
  audits: null,
  reply: z.object({ mode: z.enum(cardModes) }),
});

/** The word to type to confirm a change to live keys. */
export const goLiveWord = "live";

/** Why live keys are refused: the seller has no terms, or the published catalogue has errors (the first 20). */
export const NotReadyForLive = z.object({
  terms: z.boolean(),
  errors: z.array(CatalogueProblem),
});

const ofGateway = z.strictObject({ gateway_id: CardGatewayId });

/**
 * Checks keys with their provider and stores them encrypted. Refused with `validation_failed`, the field and the reason,
 * but never a key, if they are wrong, belong to another account, mix test and live, or lack a right. Refused with
 * `payment_in_progress` if the new keys could not query payments or refunds that are pending. Changing to live keys needs
 * `confirm` with `goLiveWord`, and is refused with `not_ready_for_live` and the details of `NotReadyForLive`.
 */
export const savePaymentKeys = staffEndpoint({
  name: "savePaymentKeys",
  method: "POST",
  path: "/payment_keys/:gateway_id",
  summary: "Store a payment provider's keys",
  can: "keys.edit",
  audits: "keys.saved",
  params: ofGateway,
  body: z.strictObject({
    version: Version,
    keys: z.record(z.string().check(z.maxLength(60)), z.string().check(z.minLength(1), z.maxLength(600))),
    confirm: z.optional(z.string().check(z.maxLength(20))),
  }),
  reply: Nothing,
});

/** Deletes keys. Refused with `payment_in_progress` while payments or refunds made with them are pending. */
export const forgetPaymentKeys = staffEndpoint({
  name: "forgetPaymentKeys",
  method: "POST",
  path: "/payment_keys/:gateway_id/forget",
  summary: "Delete a payment provider's keys",
  can: "keys.edit",
  audits: "keys.deleted",
  params: ofGateway,
  body: z.strictObject({ version: Version }),
  reply: Nothing,
});
