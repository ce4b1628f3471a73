import {
  downloadMembers,
  downloadOrders,
  downloadPersons,
  downloadTickets,
} from "@foyer/contract/office/orders/rowDownloads.ts";
import { onStaff, type StaffRoute } from "../../http/staff/mountStaff.ts";
import { downloadMemberList, downloadOrderList, downloadPersonList, downloadTicketList } from "./downloadLists.ts";

export const listFileRoutes: readonly StaffRoute[] = [
  onStaff(downloadOrders, downloadOrderList),
  onStaff(downloadTickets, downloadTicketList),
  onStaff(downloadPersons, downloadPersonList),
  onStaff(downloadMembers, downloadMemberList),
];
