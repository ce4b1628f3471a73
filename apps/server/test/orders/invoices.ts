import type { InvoiceSettings } from "@foyer/contract/shop/aftersale/invoiceSettings.ts";

/** A seller that gives invoices and lets buyers add a company. */
export const testInvoice: InvoiceSettings = {
  name: "Long Room Trust",
  address: ["1 Museum Street", "London SE1"],
  tax_id: "GB 999 9999 73",
  tax_name: "VAT",
  rates: { default: 20 },
  asks_for_buyer: "optional",
};
