import * as z from "zod/mini";
import { SurveyProperty } from "./survey.ts";

/**
 * A question of an identity form. One that is named like a field of the identity (`phone`, `zip_code`) is kept there and
 * needs neither type nor title; every other one is a custom field.
 */
export const IdentityProperty = z.strictObject({
  ...SurveyProperty.shape,
  title: z.optional(z.string()),
  /** Shown and never sent; whoever sends it all the same is not heard. */
  disabled: z.optional(z.boolean()),
  readOnly: z.optional(z.boolean()),
  /** Must hold the same as another field of the form; it is not sent. */
  mustEqual: z.optional(z.strictObject({ field: z.string(), ignore_case: z.optional(z.boolean()) })),
});
export type IdentityProperty = z.infer<typeof IdentityProperty>;

/** What a purchaser is asked, in the shape of a survey (requirements OPEN-42). */
export const IdentityForm = z.strictObject({
  properties: z.record(z.string().check(z.regex(/^[A-Za-z]\w{0,63}$/)), IdentityProperty),
  required: z.optional(z.array(z.string())),
});
export type IdentityForm = z.infer<typeof IdentityForm>;
