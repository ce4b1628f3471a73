import type { IncludedTax } from "@foyer/contract/shop/tax.ts";
import { receiptTaxes, type NamedTaxLine, type SellerTax } from "@foyer/rules/checkout/taxLines.ts";
import { toDecimal } from "@foyer/rules/values/money.ts";
import type { Pipeline } from "../../../db/statements/statement.ts";
import { readKeptFees, readTaxedTickets } from "./orderTaxes.sql.ts";

type TaxedOrder = { readonly id: string; readonly currency: string; readonly invoice_settings: SellerTax };

/** Tax lines as receipts show them. */
export const presentTaxes = (lines: readonly NamedTaxLine[], currency: string): IncludedTax[] =>
  lines.map(({ name, percent, net, tax, gross }) => ({
    name,
    percent,
    net: toDecimal(net, currency),
    tax: toDecimal(tax, currency),
    gross: toDecimal(gross, currency),
  }));

/** The taxes that the receipts of orders show. Orders without a named tax are left out. */
export const taxesOfOrders = async (
  pipeline: Pipeline,
  seller_id: string,
  orders: readonly TaxedOrder[],
): Promise<Readonly<Record<string, IncludedTax[]>>> => {
  if (orders.length === 0) return {};
  const rows = await readTaxedTickets(
    pipeline,
    seller_id,
    orders.map(({ id }) => id),
  );
  const tickets = Map.groupBy(rows, ({ order_id }) => order_id);
  const taxed = orders.filter(({ id }) => tickets.get(id)?.some(({ tax }) => tax !== null));
  if (taxed.length === 0) return {};
  const kept = await readKeptFees(
    pipeline,
    seller_id,
    taxed.map(({ id }) => id),
  );
  const fees = new Map(kept.map((row) => [row.order_id, row.fees]));
  return Object.fromEntries(
    taxed.map(({ id, currency, invoice_settings: seller }) => {
      const lines = receiptTaxes(tickets.get(id) ?? [], { seller, fees: fees.get(id) ?? 0 });
      return [id, presentTaxes(lines, currency)];
    }),
  );
};
