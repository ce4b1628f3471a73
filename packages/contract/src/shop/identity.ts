import * as z from "zod/mini";
import { Id, hasFewKeys } from "../basics.ts";

/** Maximum lengths in characters. */
export const identityLimits = { name: 50, email: 254, phone: 50, custom: 1000 } as const;

const text = (most: number) => z.string().check(z.maxLength(most));

/** The purchaser's details. Which fields are asked for is decided by the identity form. */
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
    z
      .record(z.string().check(z.maxLength(64)), z.union([text(identityLimits.custom), z.number(), z.boolean()]))
      .check(hasFewKeys),
  ),
});
export type IdentityInput = z.infer<typeof IdentityInput>;

/**
 * The details that a user may see of themselves. A limited session, and the purchaser of a cart, get only name and
 * e-mail.
 */
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
  /** Present if `_embed` names `identity.meta`. `send_email` is false if e-mails about purchases are not wanted. */
  meta: z.optional(z.object({ send_email: z.optional(z.boolean()) })),
};

/** A purchaser as shown to the visitor who entered the details. */
export const Identity = z.object({
  id: Id,
  first_name: z.nullable(z.string()),
  last_name: z.nullable(z.string()),
  email: z.nullable(z.string()),
});
export type Identity = z.infer<typeof Identity>;
