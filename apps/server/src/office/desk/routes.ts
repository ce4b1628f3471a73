import {
  addOrderNote,
  cancelDeskTickets,
  correctAttendees,
  correctPurchaser,
  pinOrderNote,
  previewOrderEmail,
  quoteDeskCancel,
  previewRefundEmails,
  refundDeskOrder,
  replaceOrderCodes,
  previewResentRefundEmails,
  resendDeskRefund,
  resendOrder,
} from "@foyer/contract/office/orders/deskActions.ts";
import {
  moveDeskTickets,
  offerDeskMove,
  quoteDeskMove,
  withdrawDeskOffer,
} from "@foyer/contract/office/orders/deskMoves.ts";
import {
  listMoveTargets,
  printDeskTickets,
  readDeskOrder,
  readOrderVersion,
} from "@foyer/contract/office/orders/deskOrder.ts";
import { readPersonOfOrder } from "@foyer/contract/office/orders/person.ts";
import { listOrderFilters, listOrdersOfSeller } from "@foyer/contract/office/orders/orders.ts";
import { onStaff, type StaffRoute } from "../../http/staff/mountStaff.ts";
import { cancelAtDesk, moveTickets, quoteCancel, quoteTicketMove, replaceTicketCodes } from "./changeOrder.ts";
import { findOrdersOfSeller, listFilters } from "./list/listOrders.ts";
import { addNote, correctBuyer, correctNames, pinNote, previewResend, resendToBuyer } from "./noteUseCases.ts";
import { offerTicketMove, withdrawTicketOffer } from "./offerMove.ts";
import { readPerson } from "./person/readPerson.ts";
import { previewRefundEmailsOf, previewResentRefund, refundOrder, resendFailedRefund } from "./refundOrder.ts";
import { printDeskOrderTickets } from "./tickets/printTickets.ts";
import { listTargets, readOrderAtDesk, readVersion } from "./readDeskOrder.ts";

export const deskRoutes: readonly StaffRoute[] = [
  onStaff(listOrdersOfSeller, findOrdersOfSeller),
  onStaff(listOrderFilters, listFilters),
  onStaff(readDeskOrder, readOrderAtDesk),
  onStaff(readOrderVersion, readVersion),
  onStaff(readPersonOfOrder, readPerson),
  onStaff(listMoveTargets, listTargets),
  onStaff(addOrderNote, addNote),
  onStaff(pinOrderNote, pinNote),
  onStaff(resendOrder, resendToBuyer),
  onStaff(previewOrderEmail, previewResend),
  onStaff(printDeskTickets, printDeskOrderTickets),
  onStaff(correctPurchaser, correctBuyer),
  onStaff(correctAttendees, correctNames),
  onStaff(replaceOrderCodes, replaceTicketCodes),
  onStaff(quoteDeskCancel, quoteCancel),
  onStaff(cancelDeskTickets, cancelAtDesk),
  onStaff(previewRefundEmails, previewRefundEmailsOf),
  onStaff(refundDeskOrder, refundOrder),
  onStaff(previewResentRefundEmails, previewResentRefund),
  onStaff(resendDeskRefund, resendFailedRefund),
  onStaff(quoteDeskMove, quoteTicketMove),
  onStaff(moveDeskTickets, moveTickets),
  onStaff(offerDeskMove, offerTicketMove),
  onStaff(withdrawDeskOffer, withdrawTicketOffer),
];
