import { downloadBulk, listBulk, previewBulk, readBulk, startBulk, steerBulk } from "@foyer/contract/office/bulk.ts";
import { onStaff, type StaffRoute } from "../../http/staff/mountStaff.ts";
import { downloadJob, listJobs, readJob, steerJob } from "./readBulk.ts";
import { previewJob, startJob } from "./startBulk.ts";

export const bulkRoutes: readonly StaffRoute[] = [
  onStaff(previewBulk, previewJob),
  onStaff(startBulk, startJob),
  onStaff(listBulk, listJobs),
  onStaff(readBulk, readJob),
  onStaff(downloadBulk, downloadJob),
  onStaff(steerBulk, steerJob),
];
