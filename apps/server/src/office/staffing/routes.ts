import {
  giveRole,
  inviteStaff,
  listStaff,
  listStaffNames,
  removeStaff,
  resendInvitation,
  resetSecondFactor,
  resumeStaff,
  suspendStaff,
  takeRole,
  withdrawInvitation,
} from "@foyer/contract/office/staff/staffing.ts";
import { onStaff, type StaffRoute } from "../../http/staff/mountStaff.ts";
import { giveRoleTo, remove, resetFactorOf, resume, suspend, takeRoleFrom } from "./changeRoles.ts";
import { inviteByEmail, resendInvitationEmail, withdraw } from "./inviteUseCases.ts";
import { listNamesOfStaff, listStaffOfSeller } from "./listStaff.ts";

export const staffingRoutes: readonly StaffRoute[] = [
  onStaff(listStaff, listStaffOfSeller),
  onStaff(listStaffNames, listNamesOfStaff),
  onStaff(inviteStaff, inviteByEmail),
  onStaff(resendInvitation, resendInvitationEmail),
  onStaff(withdrawInvitation, withdraw),
  onStaff(giveRole, giveRoleTo),
  onStaff(takeRole, takeRoleFrom),
  onStaff(suspendStaff, suspend),
  onStaff(resumeStaff, resume),
  onStaff(removeStaff, remove),
  onStaff(resetSecondFactor, resetFactorOf),
];
