import * as z from "zod/mini";
import { staffEndpoint } from "../staff/staffEndpoint.ts";

/** What the storefront does not let through, by what its author calls it. */
export const lostKinds = ["pictures", "media", "scripts", "frames", "fields", "styling", "links", "other"] as const;
export type LostKind = (typeof lostKinds)[number];

/** The longest text that is cleaned, in characters. */
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
    /** As the storefront shows it. */
    html: z.string(),
    /** What is not in it any more. */
    lost: z.array(z.object({ kind: z.enum(lostKinds), count: z.int() })),
  }),
});
export type LostWriting = z.infer<typeof cleanWriting.reply>["lost"];
