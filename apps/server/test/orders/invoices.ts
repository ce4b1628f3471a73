import type { SelfEdit } from "@foyer/contract/shop/aftersale/changePolicy.ts";
import type { InvoiceSettings } from "@foyer/contract/shop/aftersale/invoiceSettings.ts";
import type { TestApp } from "../app/testApp.ts";
import { createGiftCardShop } from "../payments/splitPayments.ts";
import type { EventOverrides, TestShop } from "../shop/createTestShop.ts";
import { everyChange } from "./changedOrders.ts";

/** A seller that issues invoices and lets buyers add a company. */
export const testInvoice: InvoiceSettings = {
  name: "Long Room Trust",
  address: ["1 Museum Street", "London SE1"],
  tax_id: "GB 999 9999 73",
  tax_name: "VAT",
  rates: { default: 20 },
  asks_for_buyer: "optional",
};

export type InvoiceShop = {
  /** Overrides of `testInvoice`; null for no invoices. */
  readonly invoice?: Partial<InvoiceSettings> | null;
  readonly self_edit?: SelfEdit;
};

/** A British shop with rules for changes, which issues invoices. */
export const createInvoiceShop = (
  server: TestApp,
  { invoice = {}, self_edit = everyChange }: InvoiceShop = {},
  event: EventOverrides = {},
): Promise<TestShop> =>
  createGiftCardShop(server, {
    seller: {
      locale: "en-GB",
      configuration: JSON.stringify({
        ledger_id: "cards",
        self_edit,
        ...(invoice && { invoice: { ...testInvoice, ...invoice } }),
      }),
    },
    event,
  });
