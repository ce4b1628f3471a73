import { downloadAudit, listAudit } from "@foyer/contract/office/staff/auditLog.ts";
import { onStaff, type StaffRoute } from "../../http/staff/mountStaff.ts";
import { downloadAuditCsv, readAuditPage } from "./readAudit.ts";

export const auditRoutes: readonly StaffRoute[] = [
  onStaff(listAudit, readAuditPage),
  onStaff(downloadAudit, downloadAuditCsv),
];
