import { makeCompOrder, previewCompEmail } from "@foyer/contract/office/orders/compOrders.ts";
import { onStaff, type StaffRoute } from "../../http/staff/mountStaff.ts";
import { makeComp } from "./makeComp.ts";
import { previewComp } from "./previewComp.ts";

export const compRoutes: readonly StaffRoute[] = [
  onStaff(makeCompOrder, makeComp),
  onStaff(previewCompEmail, previewComp),
];
