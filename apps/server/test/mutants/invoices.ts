import type { Mutant } from "./mutant.ts";

const invoice = "apps/server/src/modules/aftersale/invoice";
const file = `${invoice}/invoice.test.ts`;
const strangers = { file, test: "a company on the invoice is neither added nor read by a stranger" };

export const invoiceMutants: readonly Mutant[] = [
  {
    name: "invoice_opened_by_its_buyer",
    protects: "access",
    file: `${invoice}/downloadInvoice.ts`,
    changes: [{ from: "import { requireOrder } from", to: "import { findOrder as requireOrder } from" }],
    killedBy: strangers,
  },
  {
    name: "company_added_by_the_buyer",
    protects: "access",
    file: `${invoice}/saveInvoiceDetails.ts`,
    changes: [{ from: "import { requireOrder } from", to: "import { findOrder as requireOrder } from" }],
    killedBy: strangers,
  },
  {
    name: "invoice_names_the_buyer_to_themselves",
    protects: "access",
    file: `${invoice}/composeInvoice.ts`,
    changes: [{ from: "if (ctx.visitor?.identity_id !== order.owner_identity_id) return null;", to: "" }],
    killedBy: { file, test: "the invoice of an order does not show the buyer to a visitor with only the link" },
  },
  {
    name: "company_corrected_in_time",
    protects: "access",
    file: `${invoice}/invoiceOfOrder.ts`,
    changes: [{ from: "endOfCorrections(order)) < 0", to: "endOfCorrections(order)) < 2" }],
    killedBy: { file, test: "a company on the invoice 30 days after the purchase" },
  },
  {
    name: "company_only_where_asked",
    protects: "access",
    file: `${invoice}/saveInvoiceDetails.ts`,
    changes: [{ from: 'if (asks_for_buyer === "none") throw', to: "if (asks_for_buyer === undefined) throw" }],
    killedBy: { file, test: "a company on the invoice is not taken by a seller that does not ask" },
  },
  {
    name: "company_quota",
    protects: "access",
    file: `${invoice}/saveInvoiceDetails.ts`,
    changes: [{ from: "if (quota.exceeded) throw", to: "if (quota.exceeded && !quota.wait) throw" }],
    killedBy: { file, test: "a company on the invoice is corrected only so often" },
  },
  {
    name: "one_version_for_each_correction",
    protects: "access",
    file: `${invoice}/saveInvoiceDetails.ts`,
    changes: [{ from: "await lockCheckoutCart(tx, order.cart_id);", to: "" }],
    killedBy: { file, test: "a company on the invoice gets a version each from corrections at the same time" },
  },
  {
    name: "rates_of_the_purchase",
    protects: "money",
    file: `${invoice}/composeInvoice.ts`,
    changes: [{ from: "order.invoice_settings ?? current", to: "current" }],
    killedBy: { file, test: "the tax of an order follows the rates that were kept with the order" },
  },
];
