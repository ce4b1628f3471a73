import { downloadBulk, listBulk, previewBulk, readBulk, startBulk, steerBulk } from "@foyer/contract/office/bulk.ts";
import {
  cancelPlanAtDesk,
  movePlan,
  quotePlanCancel,
  quotePlanMove,
  readPlan,
} from "@foyer/contract/office/orders/plans.ts";
import { onStaff, type StaffRoute } from "../../http/staff/mountStaff.ts";
import { endPlan, movePlanTickets, quoteEndOfPlan, quotePlan } from "./plans/changePlanAtDesk.ts";
import { readPlanPage } from "./plans/readPlanPage.ts";
import { downloadJob, listJobs, readJob, steerJob } from "./readBulk.ts";
import { previewJob, startJob } from "./startBulk.ts";

export const bulkRoutes: readonly StaffRoute[] = [
  onStaff(previewBulk, previewJob),
  onStaff(startBulk, startJob),
  onStaff(listBulk, listJobs),
  onStaff(readBulk, readJob),
  onStaff(downloadBulk, downloadJob),
  onStaff(steerBulk, steerJob),
  onStaff(readPlan, readPlanPage),
  onStaff(quotePlanMove, quotePlan),
  onStaff(movePlan, movePlanTickets),
  onStaff(quotePlanCancel, quoteEndOfPlan),
  onStaff(cancelPlanAtDesk, endPlan),
];
