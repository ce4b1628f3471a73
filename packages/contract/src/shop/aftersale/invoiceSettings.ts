import * as z from "zod/mini";
import { Id } from "../../basics.ts";
import { TaxPercent } from "../tax.ts";

const line = (length: number) => z.string().check(z.minLength(1), z.maxLength(length));

/** The seller's details on invoices, and what buyers are asked for. Prices include the tax. */
export const InvoiceSettings = z.strictObject({
  /** The seller's legal name. */
  name: line(200),
  /** The lines of the address. */
  address: z.array(line(100)).check(z.minLength(1), z.maxLength(8)),
  tax_id: line(40),
  /** What the tax is called: 'VAT', 'GST'. */
  tax_name: line(20),
  rates: z.strictObject({
    default: TaxPercent,
    /** By event category; takes precedence over the default. */
    categories: z.optional(z.record(z.string(), TaxPercent)),
    /** By ticket group; takes precedence over the category. */
    groups: z.optional(z.record(Id, TaxPercent)),
  }),
  /**
   * `optional`: buyers can add a company and its tax number. `company`: the tax number is required for a company. By
   * default, buyers are asked for nothing.
   */
  asks_for_buyer: z.optional(z.enum(["none", "optional", "company"])),
});
export type InvoiceSettings = z.infer<typeof InvoiceSettings>;
