import { getOrder, getOrderCalendar, getOrderQrCode, getOrderTickets, listOrders } from "@foyer/contract/orders.ts";
import { on } from "../../http/mount.ts";
import { orderCalendarFile, orderTicketsFile } from "./orderFiles.ts";
import { orderQrCode } from "./qrCode.ts";
import { readOrder, readOrders } from "./readOrders.ts";

export const orderRoutes = [
  on(listOrders, (ask, sent) => readOrders(ask, sent)),
  on(getOrder, (ask, sent) => readOrder(ask, sent)),
  on(getOrderQrCode, (ask, sent) => orderQrCode(ask, sent)),
  on(getOrderTickets, (ask, sent) => orderTicketsFile(ask, sent), { heavy: true }),
  on(getOrderCalendar, (ask, sent) => orderCalendarFile(ask, sent)),
];
