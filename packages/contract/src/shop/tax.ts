import * as z from "zod/mini";
import { Money } from "../basics.ts";

/** Percent of the price without tax, with at most three decimals: 20, 5.5. */
export const TaxPercent = z.number().check(z.minimum(0), z.maximum(100), z.multipleOf(0.001));

/** The tax that the price of a ticket includes, as its type had it when it was sold. */
export const TicketTax = z.object({ name: z.string(), percent: TaxPercent });
export type TicketTax = z.infer<typeof TicketTax>;

/** What an order includes of one tax: `net` and `tax` add up to `gross`. */
export const IncludedTax = z.object({
  name: z.string(),
  percent: TaxPercent,
  net: Money,
  tax: Money,
  gross: Money,
});
export type IncludedTax = z.infer<typeof IncludedTax>;

/** The name of an account of the journal, followed by a gateway or a tax rate. The name of a tax may follow its rate. */
export const accountPattern = /^[a-z_]{1,30}(?::[a-z0-9_.]{1,30}(?::[^\p{Cc}]{1,20})?)?$/u;
