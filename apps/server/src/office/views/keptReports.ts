import {
  maxPinned,
  type chooseKeptReport,
  type KeptReport,
  type listPinnedReports,
} from "@foyer/contract/office/money/keptReports.ts";
import { reportNames, reports, type ReportName } from "@foyer/contract/office/money/reports.ts";
import type { Nothing, StaffReceived, StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { todayAt } from "@foyer/rules/dates/localTime.ts";
import { Refused } from "../../errors/refused.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { audit, changing } from "../../modules/audit/audit.ts";
import { countLocked } from "../limits/countLocked.ts";
import { choicesFor, pinnedViews, storeChoice, type PinnedView, type StoredReportChoice } from "./reportChoices.sql.ts";
import { lockView } from "./savedViews.sql.ts";

/** The report that a view keeps; undefined for a view of a list. */
export const reportOfScreen = (screen: string): ReportName | undefined =>
  reportNames.find((name) => screen === `report_${name}`);

const present = ({ screen, ...view }: PinnedView): readonly KeptReport[] => {
  const report = reportOfScreen(screen);
  return report === undefined ? [] : [{ ...view, report }];
};

export const listPins = async ({ db, seller, staff }: StaffContext): Promise<StaffReply<typeof listPinnedReports>> => ({
  reports: (await pinnedViews(db, seller.id, staff.id))
    .flatMap(present)
    .filter(({ report }) => staff.can(reports[report].can)),
});

type Choice = Pick<StoredReportChoice, "is_pinned" | "mailed_every">;
const nothingChosen: Choice = { is_pinned: false, mailed_every: null };

/** What a choice is made from: the same person may have the report on two screens. */
export const choiceVersion = ({ is_pinned, mailed_every }: Choice = nothingChosen): string =>
  `${is_pinned ? "pinned" : "not_pinned"}.${mailed_every ?? "never"}`;

export const chooseReport = (
  ctx: StaffContext,
  { view_id, version, is_pinned, mailed_every }: StaffReceived<typeof chooseKeptReport>,
): Promise<Nothing> =>
  changing(ctx, async (ctx) => {
    const { db, seller, staff, now } = ctx;
    const view = await lockView(ctx, { id: view_id, staff_id: staff.id });
    const report = view && reportOfScreen(view.screen);
    if (!report) throw new Refused({ code: "not_found", context: "staff" });
    if (!staff.can(reports[report].can)) throw new Refused({ code: "access_denied", context: "staff" });
    const [stored = nothingChosen] = await choicesFor(db, seller.id, { staff_id: staff.id, view_ids: [view_id] });
    const before = { is_pinned: stored.is_pinned, mailed_every: stored.mailed_every };
    if (choiceVersion(before) !== version) throw choseElsewhere(before);
    const countOthers = async (): Promise<number> =>
      (await pinnedViews(db, seller.id, staff.id)).filter((pin) => pin.view_id !== view_id).length;
    if (is_pinned && (await countLocked(ctx, `pins ${staff.id}`, countOthers)) >= maxPinned) throw tooManyPins();
    const today = todayAt(now, seller.timezone);
    await storeChoice(db, seller.id, { saved_view_id: view_id, staff_id: staff.id, is_pinned, mailed_every, today });
    await audit(ctx, {
      action: "view.report_chosen",
      entity: { kind: "saved_view", id: view_id },
      before,
      after: { is_pinned, mailed_every },
    });
    return {};
  });

const choseElsewhere = (chosen: Choice): Refused =>
  new Refused({
    code: "stale_version",
    context: "staff",
    description: "You chose something else on another screen in the meantime. This screen shows it now.",
    extra: chosen,
  });

const tooManyPins = (): Refused =>
  new Refused({
    code: "validation_failed",
    context: "staff",
    description: `The board has room for ${maxPinned} reports. Remove one first.`,
    extra: { fields: ["is_pinned"] },
  });
