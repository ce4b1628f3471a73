import type { Received, Reply } from "@foyer/contract/endpoint.ts";
import type { getOrderInvoice, InvoiceDetails, saveInvoiceDetails } from "@foyer/contract/shop/aftersale/invoice.ts";
import type { InvoiceSettings } from "@foyer/contract/shop/aftersale/invoiceSettings.ts";
import { parseTaxId } from "@foyer/rules/forms/taxId.ts";
import { pause } from "../../../db/faultPoints.ts";
import { transact } from "../../../db/transact.ts";
import { Refused } from "../../../errors/refused.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { singleLine } from "../../../providers/mail/sellerText.ts";
import { writeEntry } from "../../audit/audit.ts";
import { lockCheckoutCart } from "../../checkout/batch/lockCheckout.ts";
import { consumeQuota, tooManyRequests } from "../../identity/attempts/loginAttempts.ts";
import { requireOrder } from "../../orders/readOrders.ts";
import { fontFilesOf, isFullyPrintable } from "../../orders/tickets/printFonts.ts";
import { insertDetails, lastDetails } from "./invoiceDetails.sql.ts";
import { isCorrectable, presentDetails, presentInvoice, requireInvoiceSettings } from "./invoiceOfOrder.ts";

type Sent = Received<typeof saveInvoiceDetails>;

export const readInvoice = async (
  ctx: RequestContext,
  { ticket_order_id, token }: Received<typeof getOrderInvoice>,
): Promise<Reply<typeof getOrderInvoice>> => presentInvoice(ctx, await requireOrder(ctx, ticket_order_id, token));

/**
 * Addresses an order's invoice to a company. Each correction is a version; sending the same details again changes
 * nothing.
 */
export const saveCompany = async (
  ctx: RequestContext,
  { ticket_order_id, token, ...sent }: Sent,
): Promise<Reply<typeof saveInvoiceDetails>> => {
  const order = await requireOrder(ctx, ticket_order_id, token);
  const { asks_for_buyer = "none" } = requireInvoiceSettings(ctx);
  if (asks_for_buyer === "none") throw new Refused({ code: "access_denied", context: "order" });
  if (!isCorrectable(ctx, order)) throw new Refused({ code: "tickets_too_old", context: "order" });
  const details = checkDetails(ctx, sent, asks_for_buyer);
  const quota = await consumeQuota(ctx, "invoice_details", order.id);
  if (quota.exceeded) throw tooManyRequests(quota.wait, "order");
  await transact(ctx, async (tx) => {
    // Without the lock, simultaneous corrections would get the same version.
    await lockCheckoutCart(tx, order.cart_id);
    const last = await lastDetails(tx, order.id);
    if (JSON.stringify(presentDetails(last)) === JSON.stringify(details)) return;
    await pause("invoice_details_read");
    await insertDetails(tx, order.id, { ...details, version: (last?.version ?? 0) + 1 });
    await recordCorrection(tx, order, { before: presentDetails(last) ?? {}, after: details });
  });
  return presentInvoice(ctx, order);
};

/** Records in the audit log what the buyer's invoice says. The details can be erased later. */
const recordCorrection = (
  { db, seller }: Pick<RequestContext, "db" | "seller">,
  { order_number, identity_id }: Pick<Awaited<ReturnType<typeof requireOrder>>, "order_number" | "identity_id">,
  changed: { readonly before: object; readonly after: object },
): Promise<void> =>
  writeEntry(
    { db, seller, actor: "buyer", via: "storefront", staff_id: null, roles: [], requestId: null },
    {
      action: "order.corrected",
      entity: { kind: "order", id: String(order_number) },
      personal: { identity_id, before: { ...changed.before }, after: { ...changed.after } },
    },
  );

const maxAddressLines = 6;

/**
 * Trimmed and without empty lines. Refuses details that are missing, malformed, or contain characters that the PDF cannot
 * show.
 */
const checkDetails = (
  { seller }: Pick<RequestContext, "seller">,
  sent: Pick<Sent, "company" | "tax_id" | "address">,
  asks_for_buyer: NonNullable<InvoiceSettings["asks_for_buyer"]>,
): InvoiceDetails => {
  const fonts = fontFilesOf(seller.theme, "text");
  const isPrintable = (text: string): boolean => isFullyPrintable(text, fonts);
  const company = singleLine(sent.company, 200);
  const lines = sent.address.split(/\r\n|\r|\n/).flatMap((line) => singleLine(line, 200) || []);
  const typed = sent.tax_id?.trim() ?? "";
  const tax_id = typed === "" ? null : parseTaxId(typed);
  const fields = [
    ...(company === "" || !isPrintable(company) ? ["company"] : []),
    ...(tax_id === undefined || (tax_id === null && asks_for_buyer === "company") ? ["tax_id"] : []),
    ...(lines.length === 0 || lines.length > maxAddressLines || !lines.every(isPrintable) ? ["address"] : []),
  ];
  if (fields.length > 0 || tax_id === undefined)
    throw new Refused({ code: "validation_failed", context: "order", extra: { fields } });
  return { company, tax_id, address: lines.join("\n") };
};
