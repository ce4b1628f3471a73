import * as z from "zod/mini";
import { hasFewKeys } from "../../basics.ts";

/** A survey question at reservation or checkout. */
export const SurveyProperty = z.strictObject({
  type: z.optional(z.enum(["string", "integer", "number", "boolean"])),
  format: z.optional(z.enum(["email", "date"])),
  enum: z.optional(z.array(z.string())),
  title: z.string(),
  description: z.optional(z.string()),
  minimum: z.optional(z.number()),
  maximum: z.optional(z.number()),
  propertyOrder: z.optional(z.int()),
  /** When it is asked: comma-separated entries. An entry matches if all of its words are in the current context. */
  context: z.optional(z.string()),
  /** The answer is shown when the ticket is scanned at the gate. */
  gate: z.optional(z.boolean()),
});
export const SurveySpec = z.strictObject({
  properties: z.record(z.string(), SurveyProperty),
  required: z.optional(z.array(z.string())),
});
export type SurveySpec = z.infer<typeof SurveySpec>;

/** Answers to a survey by question. Empty answers are omitted. */
export const SurveyAnswers = z
  .record(z.string().check(z.maxLength(64)), z.union([z.string().check(z.maxLength(1000)), z.number(), z.boolean()]))
  .check(hasFewKeys);
export type SurveyAnswers = z.infer<typeof SurveyAnswers>;

/** Survey answers by ticket group id. */
export const AnswersOfGroups = z.record(z.string().check(z.maxLength(64)), SurveyAnswers).check(hasFewKeys);
