import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod/mini";

const Script = z.strictObject({
  /** A URL, where * matches any characters, or `inline`. */
  source: z.string(),
  owner: z.string(),
  /** The source in the policy's script-src that allows it. */
  allowed_by: z.string(),
  reason: z.string(),
});

/** Inventory of the scripts that the payment page may run, with the reason for each (PCI DSS 6.4.3). */
export const paymentScripts = z
  .array(Script)
  .parse(JSON.parse(readFileSync(join(import.meta.dirname, "scripts.json"), "utf8")));

/** The script-src sources of one owner: the policy allows nothing that is not in the inventory. */
export const scriptSourcesOf = (owner: string): readonly string[] => [
  ...new Set(paymentScripts.filter((script) => script.owner === owner).map(({ allowed_by }) => allowed_by)),
];
