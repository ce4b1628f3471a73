import { reports, type ReportName } from "@foyer/contract/office/money/reports.ts";
import { permissionsOf } from "@foyer/contract/office/staff/permissions.ts";
import type { Seller } from "@foyer/contract/shop/seller.ts";
import { lastCompletePeriod } from "@foyer/rules/reports/lastCompletePeriod.ts";
import type { Database } from "../../db/connections.ts";
import { pause } from "../../db/faultPoints.ts";
import { transact } from "../../db/transact.ts";
import { queueReportLink } from "../../modules/staff/staffEmails.ts";
import { reportOfScreen } from "./keptReports.ts";
import { claimReportMail, dueReports, type DueReport } from "./reportChoices.sql.ts";

type MailContext = {
  readonly db: Database;
  readonly seller: Seller;
  readonly origin: string;
  readonly now: Temporal.Instant;
};

/**
 * The report's address. A report kept without days opens with the last completed day, week or month. The e-mail contains no
 * figures, since these depend on who opens it.
 */
const linkOf = (slug: string, report: ReportName, { filters, mailed_every }: DueReport, today: string) => {
  const days =
    filters["from"] === undefined && filters["to"] === undefined
      ? lastCompletePeriod(today, mailed_every, filters)
      : {};
  return `/_office/${slug}/reports/${report}?${new URLSearchParams({ ...filters, ...days }).toString()}` as const;
};

/**
 * E-mails links to kept reports to those who chose it, as long as their roles let them read the report. Returns the number
 * of e-mails.
 */
export const mailKeptReports = async (ctx: MailContext): Promise<number> => {
  const { db, seller, now } = ctx;
  const local = now.toZonedDateTimeISO(seller.timezone).toPlainDateTime();
  const localNow = local.toString();
  const due = await dueReports(db, seller.id, localNow);
  await pause("report_mail_due");
  let sent = 0;
  for (const one of due) {
    const report = reportOfScreen(one.screen);
    if (report === undefined) continue;
    const mayRead = permissionsOf(one.roles).has(reports[report].can);
    const path = linkOf(seller.slug, report, one, local.toPlainDate().toString());
    const isMine = await transact(ctx, async (tx) => {
      // A person who can no longer read it is skipped until the next time, so that they do not hold up others.
      if (!(await claimReportMail(tx.db, tx.seller.id, localNow, one)) || !mayRead) return false;
      await queueReportLink(tx, { to_address: one.email, name: one.name, title: reports[report].title, path });
      return true;
    });
    if (isMine) sent += 1;
  }
  return sent;
};
