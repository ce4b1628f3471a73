import * as z from "zod/mini";
import { staffEndpoint } from "../staff/staffEndpoint.ts";

/** A text of the storefront, an e-mail, a printed ticket, an invoice or a calendar that a seller can replace. */
export const ReplaceableText = z.object({
  /** 'cart.title': the key in the seller's `strings` that replaces it. */
  key: z.string(),
  /** The default text, with placeholders such as `{name}`. */
  text: z.string(),
});
export type ReplaceableText = z.infer<typeof ReplaceableText>;

/** Every text, ordered by key. The texts change only with a release. */
export const listTexts = staffEndpoint({
  name: "listTexts",
  method: "GET",
  path: "/catalogue/texts",
  summary: "List every text that a seller can replace",
  can: "letter.edit",
  audits: null,
  reply: z.object({ texts: z.array(ReplaceableText) }),
});
