import * as z from "zod/mini";
import { staffEndpoint } from "../staff/staffEndpoint.ts";

/** What the storefront removes from a text, in words that its author uses. */
export const removedKinds = ["pictures", "media", "scripts", "frames", "fields", "styling", "links", "other"] as const;
export type RemovedKind = (typeof removedKinds)[number];

/** The maximum length of a text to clean, in characters. */
export const maxWrittenLength = 100_000;

export const cleanWriting = staffEndpoint({
  name: "cleanWriting",
  method: "POST",
  path: "/catalogue/writing",
  summary: "Say what the storefront shows of a formatted text",
  can: "catalogue.read",
  audits: null,
  maxBodyBytes: 6 * maxWrittenLength + 1024,
  body: z.strictObject({ html: z.string().check(z.maxLength(maxWrittenLength)) }),
  reply: z.object({
    /** The HTML as the storefront shows it. */
    html: z.string(),
    /** What was removed from it. */
    lost: z.array(z.object({ kind: z.enum(removedKinds), count: z.int() })),
  }),
});
export type RemovedContent = z.infer<typeof cleanWriting.reply>["lost"];
