import {
  getOrder,
  getOrderCalendar,
  getOrderQrCode,
  getOrderTickets,
  listOrders,
} from "@foyer/contract/shop/orders/orders.ts";
import { getTicketPdf, getTicketQrCode } from "@foyer/contract/shop/orders/doorTicket.ts";
import { route } from "../../http/mount.ts";
import { downloadOrderCalendar, downloadOrderTickets } from "./files/orderFiles.ts";
import { renderOrderQrCode } from "./files/renderOrderQrCode.ts";
import { downloadTicket, renderTicketQrCode } from "./files/ticketFiles.ts";
import { readOrder, readOrders } from "./readOrders.ts";

export const orderRoutes = [
  route(listOrders, (ctx, sent) => readOrders(ctx, sent), { refuses: ["not_found"] }),
  route(getOrder, (ctx, sent) => readOrder(ctx, sent), { refuses: ["not_found"] }),
  route(getOrderQrCode, (ctx, sent) => renderOrderQrCode(ctx, sent), { refuses: ["not_found"] }),
  route(getOrderTickets, (ctx, sent) => downloadOrderTickets(ctx, sent), { isHeavy: true, refuses: ["not_found"] }),
  route(getTicketQrCode, (ctx, sent) => renderTicketQrCode(ctx, sent), { refuses: ["not_found"] }),
  route(getTicketPdf, (ctx, sent) => downloadTicket(ctx, sent), { isHeavy: true, refuses: ["not_found"] }),
  route(getOrderCalendar, (ctx, sent) => downloadOrderCalendar(ctx, sent), { refuses: ["not_found"] }),
];
