import * as z from "zod/mini";
import { Id } from "../../basics.ts";
import { TaxPercent } from "../tax.ts";

const line = (length: number) => z.string().check(z.minLength(1), z.maxLength(length));

/** What a seller's invoices say, and what they ask the buyer for. Prices include the tax. */
export const InvoiceSettings = z.strictObject({
  /** The legal name of whoever sells. */
  name: line(200),
  /** Line by line. */
  address: z.array(line(100)).check(z.minLength(1), z.maxLength(8)),
  tax_id: line(40),
  /** What the tax is called: 'VAT', 'GST'. */
  tax_name: line(20),
  rates: z.strictObject({
    default: TaxPercent,
    /** By an event's category; before the default. */
    categories: z.optional(z.record(z.string(), TaxPercent)),
    /** By ticket group; before the category. */
    groups: z.optional(z.record(Id, TaxPercent)),
  }),
  /**
   * `optional`: buyers may add a company with its tax number; `company`: a company has to give its tax number. Nobody is
   * asked by default.
   */
  asks_for_buyer: z.optional(z.enum(["none", "optional", "company"])),
});
export type InvoiceSettings = z.infer<typeof InvoiceSettings>;
