import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod/mini";

const Script = z.strictObject({
  /** An address, where * stands for any run of characters, or `inline`. */
  source: z.string(),
  /** `ours`, or a provider. */
  whose: z.string(),
  /** The word of the policy's script-src by which it may run. */
  allowed_by: z.string(),
  reason: z.string(),
});

/** Every script that the page where cards are typed may run, and why it has to (PCI DSS 6.4.3). */
export const paymentScripts = z
  .array(Script)
  .parse(JSON.parse(readFileSync(join(import.meta.dirname, "scripts.json"), "utf8")));

/** Somebody's words in script-src of that page: there are no others than the inventory's. */
export const scriptSourcesOf = (owner: string): readonly string[] => [
  ...new Set(paymentScripts.filter(({ whose }) => whose === owner).map(({ allowed_by }) => allowed_by)),
];
