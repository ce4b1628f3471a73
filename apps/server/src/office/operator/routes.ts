import {
  createSeller,
  endOperatorVisit,
  inviteFirstOwner,
  letOperatorIn,
  listOperatorPermits,
  listSellers,
  resumeSeller,
  suspendSeller,
} from "@foyer/contract/office/staff/operator.ts";
import { onStaff, type StaffRoute } from "../../http/staff/mountStaff.ts";
import { createNewSeller, inviteOwner, listAllSellers, resumeOneSeller, suspendOneSeller } from "./operatorUseCases.ts";
import { endVisit, listPermits, openVisit } from "./permitUseCases.ts";

export const operatorRoutes: readonly StaffRoute[] = [
  onStaff(listSellers, listAllSellers),
  onStaff(createSeller, createNewSeller),
  onStaff(inviteFirstOwner, inviteOwner),
  onStaff(suspendSeller, suspendOneSeller),
  onStaff(resumeSeller, resumeOneSeller),
  onStaff(listOperatorPermits, listPermits),
  onStaff(letOperatorIn, openVisit),
  onStaff(endOperatorVisit, endVisit),
];
