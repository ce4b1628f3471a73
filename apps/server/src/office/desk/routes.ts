import {
  addOrderNote,
  cancelDeskTickets,
  correctAttendees,
  correctPurchaser,
  moveDeskTickets,
  pinOrderNote,
  quoteDeskCancel,
  quoteDeskMove,
  refundDeskOrder,
  replaceOrderCodes,
  resendOrder,
} from "@foyer/contract/office/deskActions.ts";
import { listMoveTargets, readDeskOrder, readOrderVersion } from "@foyer/contract/office/deskOrder.ts";
import { listOrderFilters, listOrdersOfSeller } from "@foyer/contract/office/orders.ts";
import { onStaff, type StaffRoute } from "../../http/staff/mountStaff.ts";
import {
  cancelAtDesk,
  moveTickets,
  quoteCancel,
  quoteTicketMove,
  refundOrder,
  replaceTicketCodes,
} from "./changeOrder.ts";
import { findOrdersOfSeller, listFilters } from "./listOrders.ts";
import { addNote, correctBuyer, correctNames, pinNote, resendToBuyer } from "./noteUseCases.ts";
import { listTargets, readOrderAtDesk, readVersion } from "./readDeskOrder.ts";

export const deskRoutes: readonly StaffRoute[] = [
  onStaff(listOrdersOfSeller, findOrdersOfSeller),
  onStaff(listOrderFilters, listFilters),
  onStaff(readDeskOrder, readOrderAtDesk),
  onStaff(readOrderVersion, readVersion),
  onStaff(listMoveTargets, listTargets),
  onStaff(addOrderNote, addNote),
  onStaff(pinOrderNote, pinNote),
  onStaff(resendOrder, resendToBuyer),
  onStaff(correctPurchaser, correctBuyer),
  onStaff(correctAttendees, correctNames),
  onStaff(replaceOrderCodes, replaceTicketCodes),
  onStaff(quoteDeskCancel, quoteCancel),
  onStaff(cancelDeskTickets, cancelAtDesk),
  onStaff(refundDeskOrder, refundOrder),
  onStaff(quoteDeskMove, quoteTicketMove),
  onStaff(moveDeskTickets, moveTickets),
];
