import type { Received } from "@foyer/contract/endpoint.ts";
import type { getInvoicePdf } from "@foyer/contract/shop/aftersale/invoice.ts";
import type { Seller } from "@foyer/contract/shop/seller.ts";
import { lightColors } from "@foyer/rules/values/theme/themeColors.ts";
import type { BinaryReply } from "../../../http/mount.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { sellerText, singleLine } from "../../../providers/mail/sellerText.ts";
import { downloadHeaders } from "../../orders/files/orderFiles.ts";
import { requireOrder } from "../../orders/readOrders.ts";
import { createPen } from "../../orders/tickets/createPen.ts";
import { pageMargin } from "../../orders/tickets/ticketLayout.ts";
import { collectBytes, createPdf } from "../../orders/tickets/ticketPdf.ts";
import { composeInvoice, type Invoice } from "./composeInvoice.ts";
import { drawInvoice } from "./drawInvoice.ts";
import { invoiceStrings } from "./invoice.strings.ts";
import { requireInvoiceSettings } from "./invoiceOfOrder.ts";

/** The invoice of an order as it is now. */
export const downloadInvoice = async (
  ctx: RequestContext,
  { ticket_order_id, token }: Received<typeof getInvoicePdf>,
): Promise<BinaryReply> => {
  const order = await requireOrder(ctx, ticket_order_id, token);
  requireInvoiceSettings(ctx);
  const invoice = await composeInvoice(ctx, order);
  return {
    bytes: await invoicePdf(ctx.seller, invoice),
    type: "application/pdf",
    headers: downloadHeaders(`invoice-${invoice.number}.pdf`),
  };
};

/** A tagged PDF with as many pages as needed. The same invoice always gives the same bytes. */
const invoicePdf = async (seller: Seller, invoice: Invoice): Promise<Buffer> => {
  const t = sellerText(seller, invoiceStrings, { seller: seller.name, number: invoice.number });
  const doc = await createPdf(seller, { created_at: invoice.issued_at }, singleLine(t("invoice.title")));
  const bytes = collectBytes(doc);
  const white = "#ffffff";
  const root = doc.struct("Document");
  doc.addStructure(root);
  doc.addPage();
  const section = doc.struct("Sect", { title: singleLine(t("invoice.title")) });
  root.add(section);
  drawInvoice(
    {
      doc,
      pen: createPen(doc, seller.theme),
      t,
      seller,
      // Paper is white, regardless of the seller's theme.
      colors: lightColors({ ...seller.theme.light, paper: white, surface: white }),
      section,
      y: pageMargin,
    },
    invoice,
  );
  section.end();
  root.end();
  doc.end();
  return bytes;
};
