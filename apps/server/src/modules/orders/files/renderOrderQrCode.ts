import qrcode from "qrcode";
import type { RequestContext } from "../../../http/requestContext.ts";
import type { BinaryReply } from "../../../http/mount.ts";
import { renderQrCode } from "../../catalog/images/renderQrCode.ts";
import { Refused } from "../../../errors/refused.ts";
import { hasValidTicket } from "../tickets/hasValidTicket.sql.ts";
import { requireOrder } from "../readOrders.ts";

type Sent = {
  ticket_order_id: string;
  token?: string | undefined;
  margin?: string | undefined;
  format?: "png" | "svg" | undefined;
};

/**
 * Answers 404 once the order has no valid ticket. The image admits whoever shows it: it needs the order's token or the
 * buyer's session, and is never cached.
 */
export const renderOrderQrCode = async (
  ctx: RequestContext,
  { ticket_order_id, token, margin, format }: Sent,
): Promise<BinaryReply> => {
  const order = await requireOrder(ctx, ticket_order_id, token);
  if (!(await hasValidTicket(ctx.db, ctx.seller.id, order.id)))
    throw new Refused({ code: "not_found", context: "order" });
  const options = { margin: Number(margin ?? "4"), errorCorrectionLevel: "M" } as const;
  const headers = { "cache-control": "private, no-store" };
  if (format === "svg") {
    return {
      bytes: Buffer.from(await qrcode.toString(order.scan_code, { ...options, type: "svg" })),
      type: "image/svg+xml",
      headers,
    };
  }
  return {
    bytes: await renderQrCode(order.scan_code, options.margin),
    type: "image/png",
    headers,
  };
};
