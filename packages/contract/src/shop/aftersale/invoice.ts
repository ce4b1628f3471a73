import * as z from "zod/mini";
import { Id, Instant } from "../../basics.ts";
import { endpoint } from "../../endpoint.ts";
import { OrderToken } from "../orders/orderToken.ts";

/** The addressee of an invoice, in place of the buyer. */
export const InvoiceDetails = z.object({
  company: z.string(),
  tax_id: z.nullable(z.string()),
  /** Separated by line feeds. */
  address: z.string(),
});
export type InvoiceDetails = z.infer<typeof InvoiceDetails>;

export const OrderInvoice = z.object({
  /** The number of the current invoice: the order's number, followed by the version from the second one on. */
  number: z.string(),
  asks_for_buyer: z.enum(["none", "optional", "company"]),
  /** Null until they are given, and after they are erased. */
  details: z.nullable(InvoiceDetails),
  /** The end of the period in which the details can be given and corrected, exclusive; null if they cannot be changed. */
  until: z.nullable(Instant),
});
export type OrderInvoice = z.infer<typeof OrderInvoice>;

/**
 * Endpoints name these parts one by one. The browser's build removes unused schemas by name, and a spread would keep them.
 */
const invoiceAccess = {
  params: z.strictObject({ ticket_order_id: Id }),
  query: z.strictObject({ token: z.optional(OrderToken) }),
} as const;

export const getOrderInvoice = endpoint({
  params: invoiceAccess.params,
  query: invoiceAccess.query,
  name: "getOrderInvoice",
  method: "GET",
  path: "/ticket_order/:ticket_order_id/invoice",
  summary: "To whom the order's invoice is addressed, and until when that can be corrected.",
  reply: OrderInvoice,
});

/**
 * Refused with `access_denied` if the seller does not ask for the details, with `tickets_too_old` 30 days after the
 * purchase, and with `validation_failed` and the names of invalid fields.
 */
export const saveInvoiceDetails = endpoint({
  params: invoiceAccess.params,
  query: invoiceAccess.query,
  name: "saveInvoiceDetails",
  method: "POST",
  path: "/ticket_order/:ticket_order_id/invoice",
  summary: "Addresses the order's invoice to a company. A correction makes a new version of the invoice.",
  body: z.strictObject({
    company: z.string().check(z.maxLength(200)),
    tax_id: z.optional(z.string().check(z.maxLength(40))),
    address: z.string().check(z.maxLength(500)),
  }),
  reply: OrderInvoice,
});

export const getInvoicePdf = endpoint({
  params: invoiceAccess.params,
  query: invoiceAccess.query,
  name: "getInvoicePdf",
  method: "GET",
  path: "/ticket_order/:ticket_order_id/invoice.pdf",
  summary: "The order's invoice as a PDF, as the order is now. 404 at a seller without invoices.",
  raw: true,
  mediaType: "application/pdf",
  reply: z.unknown(),
});
