import * as z from "zod/mini";
import { Version } from "../changes.ts";
import { Instant } from "../../basics.ts";
import { Nothing, staffEndpoint } from "../staff/staffEndpoint.ts";
import { StoredKey } from "./paymentKeys.ts";

/** Services other than payments for which a seller has keys of its own. */
export const keyedServices = [
  "loqate",
  "recaptcha",
  "hcaptcha",
  "turnstile",
  "apple_wallet",
  "google_wallet",
  "oidc",
  "jwt",
] as const;
export type KeyedService = (typeof keyedServices)[number];

export const ServiceKeysState = z.object({
  service: z.enum(keyedServices),
  /** The service's name. */
  label: z.string(),
  /** Whether the catalogue uses the keys; null if they are used wherever they are stored. */
  is_used: z.nullable(z.boolean()),
  fields: z.array(z.object({ name: z.string(), is_required: z.boolean(), is_secret: z.boolean() })),
  stored: z.nullable(
    z.object({
      since: Instant,
      keys: z.array(StoredKey),
      /** When the first of its certificates expires; null if it has none that does. */
      ends_at: z.nullable(Instant),
      ends_soon: z.boolean(),
      /** Why the keys failed at the last daily check; null if they worked. */
      fault: z.nullable(z.string()),
    }),
  ),
  /** The version that the screen shows. A change of keys that have changed since is refused. */
  version: z.string(),
});
export type ServiceKeysState = z.infer<typeof ServiceKeysState>;

/** Refused with `unavailable` if the installation's own key, which decrypts the stored keys, is missing. */
export const readServiceKeys = staffEndpoint({
  name: "readServiceKeys",
  method: "GET",
  path: "/service_keys",
  summary: "Which keys of other services are stored",
  can: "keys.edit",
  stepUp: false,
  audits: null,
  reply: z.object({ services: z.array(ServiceKeysState) }),
});

const ofService = z.strictObject({ service: z.enum(keyedServices) });

/**
 * Checks keys with their service, if it supports that, and stores them encrypted. Refused with `validation_failed`, the
 * field and the reason, but never a key, and with `unavailable` if the service does not respond.
 */
export const saveServiceKeys = staffEndpoint({
  name: "saveServiceKeys",
  method: "POST",
  path: "/service_keys/:service",
  summary: "Store a service's keys",
  can: "keys.edit",
  audits: "keys.saved",
  params: ofService,
  body: z.strictObject({
    version: Version,
    keys: z.record(z.string().check(z.maxLength(60)), z.string().check(z.minLength(1), z.maxLength(20_000))),
  }),
  reply: Nothing,
});

export const forgetServiceKeys = staffEndpoint({
  name: "forgetServiceKeys",
  method: "POST",
  path: "/service_keys/:service/forget",
  summary: "Delete a service's keys",
  can: "keys.edit",
  audits: "keys.deleted",
  params: ofService,
  body: z.strictObject({ version: Version }),
  reply: Nothing,
});
