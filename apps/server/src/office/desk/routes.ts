import { listOrderFilters, listOrdersOfSeller } from "@foyer/contract/office/orders.ts";
import { onStaff, type StaffRoute } from "../../http/staff/mountStaff.ts";
import { listFilters, listOrders } from "./listOrders.ts";

export const deskRoutes: readonly StaffRoute[] = [
  onStaff(listOrdersOfSeller, listOrders),
  onStaff(listOrderFilters, listFilters),
];
