import * as z from "zod/mini";
import { Id } from "../../basics.ts";
import type { Permission } from "../staff/permissions.ts";
import { mailRhythms } from "../money/keptReports.ts";
import { reports, type ReportName } from "../money/reports.ts";
import { Nothing, staffEndpoint } from "../staff/staffEndpoint.ts";

/** Lists whose filters can be saved and reports whose choices can be kept, and who may see them. */
export const viewScreens = {
  orders: "order.read",
  audit: "audit.read",
  members: "member.read",
  codes: "code.read",
  gift_cards: "gift_card.read",
  report_sales: reports.sales.can,
  report_money: reports.money.can,
  report_gift_cards: reports.gift_cards.can,
  report_tax: reports.tax.can,
  report_donations: reports.donations.can,
  report_codes: reports.codes.can,
  report_gift_aid: reports.gift_aid.can,
  report_comps: reports.comps.can,
  report_overrides: reports.overrides.can,
  report_memberships: reports.memberships.can,
} as const satisfies Readonly<
  Record<"orders" | "audit" | "members" | "codes" | "gift_cards" | `report_${ReportName}`, Permission>
>;
export type ViewScreen = keyof typeof viewScreens;

/** Who saves, renames and deletes views of everybody: whoever says who works with what. */
export const sharesViews = "staff.edit_below" satisfies Permission;

/** Views of one list that somebody keeps for themselves, and that everybody of a seller has. */
export const maxViews = 50;

const ViewName = z.string().check(z.trim(), z.minLength(1), z.maxLength(60));
const Screen = z.enum(Object.keys(viewScreens) as [ViewScreen, ...ViewScreen[]]);
/** As in the address of the list; the server refuses what the list does not know. */
const Filters = z.record(z.string().check(z.maxLength(40)), z.string().check(z.minLength(1), z.maxLength(100)));

export const SavedView = z.object({
  id: Id,
  name: z.string(),
  filters: z.record(z.string(), z.string()),
  /** For everybody of the seller, not for the reader alone. */
  is_shared: z.boolean(),
  /** Whether the reader may rename and delete it. */
  is_editable: z.boolean(),
  /** Of a report: on the reader's board, and how often they are mailed its link. */
  is_pinned: z.boolean(),
  mailed_every: z.nullable(z.enum(mailRhythms)),
});
export type SavedView = z.infer<typeof SavedView>;

/** By name, those of everybody first. Everybody who sees a list or a report sees the board. */
export const listSavedViews = staffEndpoint({
  name: "listSavedViews",
  method: "GET",
  path: "/saved_views",
  summary: "List saved filters of a list",
  can: "board.read",
  audits: null,
  query: z.strictObject({ screen: Screen }),
  reply: z.object({ views: z.array(SavedView), may_share: z.boolean() }),
});

export const saveView = staffEndpoint({
  name: "saveView",
  method: "POST",
  path: "/saved_views",
  summary: "Save the filters of a list under a name",
  can: "board.read",
  audits: "view.saved",
  body: z.strictObject({ screen: Screen, name: ViewName, filters: Filters, is_shared: z.boolean() }),
  reply: z.object({ id: Id }),
});

const ofView = z.strictObject({ view_id: Id });

export const renameView = staffEndpoint({
  name: "renameView",
  method: "POST",
  path: "/saved_views/:view_id/rename",
  summary: "Rename saved filters",
  can: "board.read",
  audits: "view.renamed",
  params: ofView,
  body: z.strictObject({ name: ViewName }),
  reply: Nothing,
});

export const deleteView = staffEndpoint({
  name: "deleteView",
  method: "POST",
  path: "/saved_views/:view_id/delete",
  summary: "Delete saved filters",
  can: "board.read",
  audits: "view.deleted",
  params: ofView,
  reply: Nothing,
});
