import * as z from "zod/mini";
import { Id } from "../basics.ts";

/** Limits of document 2 §5.1. */
export const identityLimits = { name: 50, email: 254, phone: 50, custom: 1000 } as const;

const text = (most: number) => z.string().check(z.maxLength(most));

/** What a purchaser types. Which fields are asked for is the identity form's to say (rules/identityForm). */
export const IdentityInput = z.strictObject({
  first_name: text(identityLimits.name),
  last_name: text(identityLimits.name),
  email: text(identityLimits.email),
  phone: z.optional(text(identityLimits.phone)),
  address: z.optional(text(254)),
  address_more: z.optional(text(254)),
  city: z.optional(text(254)),
  state: z.optional(text(254)),
  region: z.optional(text(254)),
  country: z.optional(text(254)),
  zip_code: z.optional(text(10)),
  gift_aid_eligible: z.optional(z.boolean()),
  additional_info: z.optional(
    z.record(z.string().check(z.maxLength(64)), z.union([text(identityLimits.custom), z.number(), z.boolean()])),
  ),
});
export type IdentityInput = z.infer<typeof IdentityInput>;

/** All that a user may see of themselves; in a limited session, and of a purchaser, name and e-mail alone. */
export const identityDetails = {
  phone: z.optional(z.nullable(z.string())),
  address: z.optional(z.nullable(z.string())),
  address_more: z.optional(z.nullable(z.string())),
  city: z.optional(z.nullable(z.string())),
  state: z.optional(z.nullable(z.string())),
  region: z.optional(z.nullable(z.string())),
  country: z.optional(z.nullable(z.string())),
  zip_code: z.optional(z.nullable(z.string())),
  gift_aid_eligible: z.optional(z.nullable(z.boolean())),
  additional_info: z.optional(z.record(z.string(), z.unknown())),
};

/** A purchaser as shown back to the visitor who typed it. */
export const Identity = z.object({
  id: Id,
  first_name: z.nullable(z.string()),
  last_name: z.nullable(z.string()),
  email: z.nullable(z.string()),
});
export type Identity = z.infer<typeof Identity>;
