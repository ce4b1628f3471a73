import { downloadBulk, listBulk, previewBulk, readBulk, startBulk, steerBulk } from "@foyer/contract/office/bulk.ts";
import { cancelPlan, movePlan, quotePlanMove, readPlan } from "@foyer/contract/office/orders/plans.ts";
import { onStaff, type StaffRoute } from "../../http/staff/mountStaff.ts";
import { cancelPlanAtDesk, movePlanTickets, quoteMove } from "./plans/changePlanAtDesk.ts";
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
  onStaff(quotePlanMove, quoteMove),
  onStaff(movePlan, movePlanTickets),
  onStaff(cancelPlan, cancelPlanAtDesk),
];
