import * as z from "zod/mini";
import { Instant } from "../../basics.ts";
import { Nothing, staffEndpoint } from "../staff/staffEndpoint.ts";
import { StoredKey } from "./paymentKeys.ts";

/** Services beside payments for which a seller has keys of its own. */
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
  /** Whether the catalogue makes use of the keys; null: they are used wherever they are stored. */
  is_used: z.nullable(z.boolean()),
  fields: z.array(z.object({ name: z.string(), is_required: z.boolean(), is_secret: z.boolean() })),
  stored: z.nullable(
    z.object({
      since: Instant,
      keys: z.array(StoredKey),
      /** When the first of its certificates ends; null: none of them does. */
      ends_at: z.nullable(Instant),
      ends_soon: z.boolean(),
      /** Why they could not be used when they were last tried, which is done every day; null: they could. */
      fault: z.nullable(z.string()),
    }),
  ),
  /** What the screen shows: a change of keys that have changed since is refused. */
  version: z.string(),
});
export type ServiceKeysState = z.infer<typeof ServiceKeysState>;

/** Refused with `unavailable` where the installation's own key, which opens what is stored, is missing. */
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
const Version = z.string().check(z.minLength(1), z.maxLength(64));

/**
 * Tries keys with their service, where it can be asked, and stores them sealed. Refused with `validation_failed`, the field
 * and the reason, and never with a key; with `unavailable` where the service does not answer.
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
