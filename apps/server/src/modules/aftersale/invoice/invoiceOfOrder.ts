import type { InvoiceDetails, OrderInvoice } from "@foyer/contract/shop/aftersale/invoice.ts";
import type { InvoiceSettings } from "@foyer/contract/shop/aftersale/invoiceSettings.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { orderNotFound, type OrderRow } from "../../orders/readOrders.ts";
import { lastDetails, readRevisions, type DetailsRow } from "./invoiceDetails.sql.ts";

/** The number of days after the purchase in which a company can be added and corrected. */
const correctionDays = 30;

/** The seller's current invoice settings. Without them there are no invoices. */
export const requireInvoiceSettings = ({ seller }: Pick<RequestContext, "seller">): InvoiceSettings => {
  const { invoice } = seller.configuration;
  if (!invoice) throw orderNotFound();
  return invoice;
};

const endOfCorrections = ({ created_at }: Pick<OrderRow, "created_at">): Temporal.Instant =>
  Temporal.Instant.from(created_at).add({ hours: 24 * correctionDays });

export const isCorrectable = ({ now }: Pick<RequestContext, "now">, order: OrderRow): boolean =>
  Temporal.Instant.compare(now, endOfCorrections(order)) < 0;

/** '100231' or, after a revision, '100231-2'. */
export const invoiceNumber = ({ order_number }: Pick<OrderRow, "order_number">, revisions: number): string =>
  revisions === 0 ? String(order_number) : `${order_number}-${revisions + 1}`;

/** Null if there are no details or they are erased. */
export const presentDetails = (row: DetailsRow | undefined): InvoiceDetails | null =>
  row?.company == null || row.address === null
    ? null
    : { company: row.company, tax_id: row.tax_id, address: row.address };

/** An order's invoice as the visitor's form shows it. */
export const presentInvoice = async (ctx: RequestContext, order: OrderRow): Promise<OrderInvoice> => {
  const { asks_for_buyer = "none" } = requireInvoiceSettings(ctx);
  const isOpen = asks_for_buyer !== "none" && isCorrectable(ctx, order);
  return {
    number: invoiceNumber(order, (await readRevisions(ctx, order.id)).count),
    asks_for_buyer,
    details: presentDetails(await lastDetails(ctx, order.id)),
    until: isOpen ? endOfCorrections(order).toString() : null,
  };
};
