import type { Mutant } from "./mutant.ts";

const invoice = "apps/server/src/modules/aftersale/invoice";
const file = `${invoice}/invoice.test.ts`;
const strangers = { file, test: "a company on the invoice is neither added nor read by a stranger" };

const taxRules = "packages/rules/src/checkout/taxLines";
const journalRules = "packages/rules/src/journal/journalRows";
const taxes = "apps/server/src/modules/checkout/taxes/orderTaxes.test.ts";
const twoTaxes =
  "tickets keep the tax that they were sold with in a cart from before the catalogue named another one: one type and session with two taxes";

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
    killedBy: { file, test: "a company on the invoice is refused by a seller that does not ask for it" },
  },
  {
    name: "company_quota",
    protects: "access",
    file: `${invoice}/saveInvoiceDetails.ts`,
    changes: [{ from: "if (quota.exceeded) throw", to: "if (quota.exceeded && !quota.wait) throw" }],
    killedBy: { file, test: "a company on the invoice can be corrected a limited number of times" },
  },
  {
    name: "one_version_for_each_correction",
    protects: "access",
    file: `${invoice}/saveInvoiceDetails.ts`,
    changes: [{ from: "await lockCheckoutCart(tx, order.cart_id);", to: "" }],
    killedBy: { file, test: "a company on the invoice gets one version for each simultaneous correction" },
  },
  {
    name: "rates_of_the_purchase",
    protects: "money",
    file: `${invoice}/composeInvoice.ts`,
    changes: [{ from: "order.invoice_settings ?? current", to: "current" }],
    killedBy: { file, test: "the tax of an order follows the rates that were kept with the order" },
  },
  {
    name: "tax_of_the_type_before_the_sellers",
    protects: "money",
    file: `${taxRules}.ts`,
    changes: [{ from: "  if (ticket.tax !== null) return ticket.tax;\n", to: "" }],
    killedBy: { file: `${taxRules}.test.ts`, test: "the tax of a ticket is the one that it was sold with" },
  },
  {
    name: "no_tax_in_gift_cards_and_donations",
    protects: "money",
    file: `${taxRules}.ts`,
    changes: [{ from: "  if (!isTaxed(ticket)) return noTax;\n", to: "" }],
    killedBy: {
      file: `${taxRules}.test.ts`,
      test: "the tax of a ticket is none in a gift card, whatever its type says",
    },
  },
  {
    name: "receipts_of_the_sellers_tax_stay",
    protects: "money",
    file: `${taxRules}.ts`,
    changes: [{ from: "  if (tickets.every(({ tax }) => tax === null)) return [];\n", to: "" }],
    killedBy: { file: `${taxRules}.test.ts`, test: "a receipt says nothing of an order without a type's tax" },
  },
  {
    name: "taxes_of_one_rate_and_two_names",
    protects: "money",
    file: `${taxRules}.ts`,
    changes: [{ from: "`${percent} ${name}`", to: "String(percent)" }],
    killedBy: { file: `${taxRules}.test.ts`, test: "a receipt says taxes by name and rate, the highest first" },
  },
  {
    name: "journal_without_tax_of_gift_cards",
    protects: "money",
    file: `${journalRules}.ts`,
    changes: [{ from: "if (tax !== null && isTaxed(ticket)) return", to: "if (tax !== null) return" }],
    killedBy: { file: `${journalRules}.test.ts`, test: "an order of a gift card is a liability" },
  },
  {
    name: "journal_lines_of_each_tax",
    protects: "money",
    file: `${journalRules}.ts`,
    changes: [{ from: "ticket.event_session_id, tax?.percent, tax?.name]", to: "ticket.event_session_id]" }],
    killedBy: { file: `${journalRules}.test.ts`, test: "an order of two taxes of one type and session" },
  },
  {
    name: "tax_kept_with_the_ticket",
    protects: "money",
    file: "apps/server/src/modules/journal/facts.sql.ts",
    changes: [
      {
        from: "t.fee_percent, t.tax`;",
        to: "t.fee_percent, (select y.tax from ticket_type y where y.seller_id = $1 and y.id = t.ticket_type_id) as tax`;",
      },
    ],
    killedBy: { file: taxes, test: "tickets keep the tax that they were sold with when their type gets another one" },
  },
  {
    name: "tax_of_each_line_in_the_days",
    protects: "money",
    file: "apps/server/src/modules/journal/journalDays.sql.ts",
    changes: [{ from: "case when cardinality(e.tax) > 0 then", to: "case when false then" }],
    killedBy: { file: taxes, test: twoTaxes },
  },
  {
    name: "tax_written_with_each_line",
    protects: "money",
    file: "apps/server/src/providers/journal/writeJournal.sql.ts",
    changes: [{ from: "lines.map(({ tax }) => tax),", to: "lines.map((): string | null => null)," }],
    killedBy: { file: taxes, test: twoTaxes },
  },
  {
    name: "name_of_a_tax_quoted",
    protects: "money",
    file: "apps/server/src/providers/journal/writeJournal.sql.ts",
    changes: [{ from: '.replaceAll(/["\\\\]/g, "\\\\$&")', to: "" }],
    killedBy: {
      file: taxes,
      test: "the taxes of an order are shown as sums by name and rate, on the order, in its e-mail and at the desk",
    },
  },
];
