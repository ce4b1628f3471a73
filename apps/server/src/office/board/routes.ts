import { closeSessionSales, openSessionSales, readBoard } from "@foyer/contract/office/board.ts";
import { onStaff, type StaffRoute } from "../../http/staff/mountStaff.ts";
import { readBoardOfDay } from "./readBoard.ts";
import { closeSalesOfSession, openSalesOfSession } from "./sessionSales.ts";

export const boardRoutes: readonly StaffRoute[] = [
  onStaff(readBoard, readBoardOfDay),
  onStaff(closeSessionSales, closeSalesOfSession),
  onStaff(openSessionSales, openSalesOfSession),
];
