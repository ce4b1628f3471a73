import { downloadAttendance, readAttendance } from "@foyer/contract/office/money/attendanceReport.ts";
import { downloadReport, readReport } from "@foyer/contract/office/money/reports.ts";
import { onStaff, type StaffRoute } from "../../http/staff/mountStaff.ts";
import { downloadReportOf } from "./downloadReport.ts";
import { downloadAttendanceOfDays, readAttendanceOfDays } from "./attendance/readAttendance.ts";
import { readReportOf } from "./readReport.ts";

export const reportRoutes: readonly StaffRoute[] = [
  onStaff(readAttendance, readAttendanceOfDays),
  onStaff(downloadAttendance, downloadAttendanceOfDays),
  onStaff(readReport.sales, readReportOf("sales")),
  onStaff(downloadReport.sales, downloadReportOf("sales")),
  onStaff(readReport.money, readReportOf("money")),
  onStaff(downloadReport.money, downloadReportOf("money")),
  onStaff(readReport.gift_cards, readReportOf("gift_cards")),
  onStaff(downloadReport.gift_cards, downloadReportOf("gift_cards")),
  onStaff(readReport.tax, readReportOf("tax")),
  onStaff(downloadReport.tax, downloadReportOf("tax")),
  onStaff(readReport.donations, readReportOf("donations")),
  onStaff(downloadReport.donations, downloadReportOf("donations")),
  onStaff(readReport.codes, readReportOf("codes")),
  onStaff(downloadReport.codes, downloadReportOf("codes")),
  onStaff(readReport.gift_aid, readReportOf("gift_aid")),
  onStaff(downloadReport.gift_aid, downloadReportOf("gift_aid")),
  onStaff(readReport.overrides, readReportOf("overrides")),
  onStaff(downloadReport.overrides, downloadReportOf("overrides")),
  onStaff(readReport.comps, readReportOf("comps")),
  onStaff(downloadReport.comps, downloadReportOf("comps")),
  onStaff(readReport.memberships, readReportOf("memberships")),
  onStaff(downloadReport.memberships, downloadReportOf("memberships")),
];
