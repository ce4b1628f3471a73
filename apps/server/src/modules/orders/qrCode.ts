import qrcode from "qrcode";
import type { Ask } from "../../http/ask.ts";
import type { Bytes } from "../../http/mount.ts";
import { Refused } from "../../http/refused.ts";
import { ordersById } from "./orders.sql.ts";
import { mayOpen } from "./readOrders.ts";

type Sent = {
  ticket_order_id: string;
  token?: string | undefined;
  margin?: string | undefined;
  format?: "png" | "svg" | undefined;
};

/** Whoever holds the picture gets in: it opens with the order's token or its buyer's session, and no cache may keep it. */
export const orderQrCode = async (ask: Ask, { ticket_order_id, token, margin, format }: Sent): Promise<Bytes> => {
  const [order] = await ordersById(ask, [ticket_order_id]);
  if (!order || !mayOpen(ask, order, token))
    throw new Refused({ code: "not_found", context: "order", description: "We could not find that order." });
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
    bytes: await qrcode.toBuffer(order.scan_code, { ...options, type: "png", width: 480 }),
    type: "image/png",
    headers,
  };
};
