import type { InvoiceSettings } from "@foyer/contract/shop/aftersale/invoiceSettings.ts";
import type { TicketTax } from "@foyer/contract/shop/tax.ts";
import type { Handler } from "@foyer/contract/handlers.ts";
import { isTaxed } from "../catalog/handlers.ts";
import type { Minor } from "../values/money.ts";

/** A tax by name and rate. `percent`: null for what is not taxed, such as gift cards and donations. */
type NamedRate = { readonly name: string | null; readonly percent: number | null };
const noTax: NamedRate = { name: null, percent: null };

/** An amount that includes its tax. */
export type TaxedAmount = NamedRate & { readonly gross: Minor };

/** All amounts of one tax and rate: `net` and `tax` add up to `gross`. */
export type TaxLine = TaxedAmount & { readonly net: Minor; readonly tax: Minor };

/** What decides the tax of a ticket. `tax`: the tax that it was sold with; null if its type named none. */
export type TaxedTicket = {
  readonly ticket_group_id: string;
  readonly handler: Handler;
  readonly event_category: string | null;
  readonly tax: TicketTax | null;
};
/** The seller's tax when the order was placed; null if the seller issues no invoices. */
export type SellerTax = Pick<InvoiceSettings, "tax_name" | "rates"> | null;

type TaxedGroup = { readonly id: string; readonly handler: Handler; readonly category: string | null };

/** The rate of a ticket group: its own, its event's category's, or the default; null if it is not taxed. */
export const taxPercentOf = (group: TaxedGroup, { groups, categories, ...rates }: InvoiceSettings["rates"]) => {
  if (!isTaxed(group)) return null;
  const ofCategory = group.category === null ? undefined : ownValue(categories, group.category);
  return ownValue(groups, group.id) ?? ofCategory ?? rates.default;
};

/** The tax of a ticket: the tax that it was sold with takes precedence over the seller's. */
export const taxOfTicket = (ticket: TaxedTicket, seller: SellerTax): NamedRate => {
  if (!isTaxed(ticket)) return noTax;
  if (ticket.tax !== null) return ticket.tax;
  if (seller === null) return noTax;
  const { ticket_group_id: id, handler, event_category: category } = ticket;
  return { name: seller.tax_name, percent: taxPercentOf({ id, handler, category }, seller.rates) };
};

/** The tax on change fees: the seller's. */
export const taxOfFees = (seller: SellerTax): NamedRate =>
  seller === null ? noTax : { name: seller.tax_name, percent: seller.rates.default };

/** A category may be named like a built-in property of objects. */
const ownValue = (rates: Readonly<Record<string, number>> | undefined, key: string): number | undefined =>
  rates !== undefined && Object.hasOwn(rates, key) ? rates[key] : undefined;

/**
 * Net, tax and gross of each tax and rate, the highest rate first and what is not taxed last. The tax of a rate is rounded
 * once, half up, on the sum of its amounts. Rates whose amounts add up to zero are left out.
 */
export const taxLines = (amounts: readonly TaxedAmount[]): readonly TaxLine[] => {
  const byRate = Map.groupBy(amounts, ({ name, percent }) => `${percent} ${name}`);
  return [...byRate.values()]
    .flatMap((sold) => {
      const [first] = sold;
      return first
        ? [
            taxLine(
              first,
              sold.reduce((sum, { gross }) => sum + gross, 0),
            ),
          ]
        : [];
    })
    .filter(({ gross }) => gross !== 0)
    .toSorted((one, other) => (other.percent ?? -1) - (one.percent ?? -1) || compareNames(one.name, other.name));
};

const compareNames = (one: string | null, other: string | null): number => ((one ?? "") < (other ?? "") ? -1 : 1);

const taxLine = ({ name, percent }: NamedRate, gross: Minor): TaxLine => {
  const tax = percent === null ? 0 : includedTax(gross, percent);
  return { name, percent, net: gross - tax, tax, gross };
};

/** A line whose tax has a name. */
export type NamedTaxLine = TaxLine & TicketTax;

/** The taxes on a receipt, summed as on the invoice. Empty for an order in which no ticket type names a tax. */
export const receiptTaxes = (
  tickets: readonly (TaxedTicket & { readonly gross: Minor })[],
  { seller, fees }: { readonly seller: SellerTax; readonly fees: Minor },
): readonly NamedTaxLine[] => {
  if (tickets.every(({ tax }) => tax === null)) return [];
  const amounts = tickets.map((ticket) => ({ ...taxOfTicket(ticket, seller), gross: ticket.gross }));
  return taxLines([...amounts, { ...taxOfFees(seller), gross: fees }]).flatMap(({ name, percent, ...line }) =>
    name === null || percent === null ? [] : [{ name, percent, ...line }],
  );
};

/** The tax in an amount that includes it, rounded half up: 20 % in 12.00 is 2.00. */
export const includedTax = (gross: Minor, percent: number): Minor => {
  // Rates have three decimals at most.
  const rate = BigInt(Math.round(percent * 1000));
  const whole = 100_000n + rate;
  const doubled = 2n * BigInt(Math.abs(gross)) * rate;
  const tax = Number((doubled + whole) / (2n * whole));
  return gross < 0 ? -tax || 0 : tax;
};
