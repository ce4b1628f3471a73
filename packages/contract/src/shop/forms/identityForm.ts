import * as z from "zod/mini";
import { SurveyProperty } from "./survey.ts";

/**
 * A field of an identity form. One with the name of an identity field (`phone`, `zip_code`) is stored there and needs
 * neither type nor title; every other one is a custom field.
 */
export const IdentityProperty = z.strictObject({
  ...SurveyProperty.shape,
  title: z.optional(z.string()),
  /** Shown but not submitted; a submitted value is ignored. */
  disabled: z.optional(z.boolean()),
  readOnly: z.optional(z.boolean()),
  /** Must equal another field of the form. It is not submitted. */
  mustEqual: z.optional(z.strictObject({ field: z.string(), ignore_case: z.optional(z.boolean()) })),
});
export type IdentityProperty = z.infer<typeof IdentityProperty>;

/** What a purchaser is asked, in the form of a survey. */
export const IdentityForm = z.strictObject({
  properties: z.record(z.string().check(z.regex(/^[A-Za-z]\w{0,63}$/)), IdentityProperty),
  required: z.optional(z.array(z.string())),
});
export type IdentityForm = z.infer<typeof IdentityForm>;
