import * as z from "zod/mini";
import { Id } from "../../basics.ts";
import { Version } from "../changes.ts";
import { reportNames, type ReportName } from "./reports.ts";
import { Nothing, staffEndpoint } from "../staff/staffEndpoint.ts";

/** How often a kept report is e-mailed: every day, every Monday, or on the first of each month, from six in the morning. */
export const mailFrequencies = ["day", "week", "month"] as const;
export type MailFrequency = (typeof mailFrequencies)[number];

/** The maximum number of reports pinned to one person's board. */
export const maxPinned = 6;

export const KeptReport = z.object({
  view_id: Id,
  report: z.enum(reportNames as [ReportName, ...ReportName[]]),
  name: z.string(),
  /** The parameters in the report's address. */
  filters: z.record(z.string(), z.string()),
});
export type KeptReport = z.infer<typeof KeptReport>;

/** The reader's pinned reports that they may read, ordered by name. */
export const listPinnedReports = staffEndpoint({
  name: "listPinnedReports",
  method: "GET",
  path: "/pinned_reports",
  summary: "The reports that the reader has on the board",
  can: "board.read",
  audits: null,
  reply: z.object({ reports: z.array(KeptReport) }),
});

/**
 * Sets what the reader wants of a kept report: on their board, and a link by e-mail. It must be a view that they can see,
 * of a report that they may read; somebody who loses that permission gets no e-mail. Refused with `validation_failed` at
 * `is_pinned` above `maxPinned`.
 */
export const chooseKeptReport = staffEndpoint({
  name: "chooseKeptReport",
  method: "POST",
  path: "/saved_views/:view_id/report",
  summary: "Pin a kept report to the board, or have its link mailed",
  can: "board.read",
  audits: "view.report_chosen",
  params: z.strictObject({ view_id: Id }),
  body: z.strictObject({
    version: Version,
    is_pinned: z.boolean(),
    mailed_every: z.nullable(z.enum(mailFrequencies)),
  }),
  reply: Nothing,
});
