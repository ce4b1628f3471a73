import * as z from "zod/mini";
import { Id } from "../../basics.ts";
import { Version } from "../changes.ts";
import type { Permission } from "../staff/permissions.ts";
import { mailFrequencies } from "../money/keptReports.ts";
import { reports, type ReportName } from "../money/reports.ts";
import { Nothing, staffEndpoint } from "../staff/staffEndpoint.ts";

/** Lists whose filters can be saved, and reports whose choices can be kept, with the permission to see each. */
export const viewScreens = {
  orders: "order.read",
  audit: "audit.read",
  members: "member.read",
  codes: "code.read",
  gift_cards: "gift_card.read",
  vouchers: "code.read",
  plastic_cards: "member.read",
  sessions: "catalogue.read",
  journal: "money.read",
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
} as const satisfies Readonly<Record<string, Permission>> & Readonly<Record<`report_${ReportName}`, Permission>>;
export type ViewScreen = keyof typeof viewScreens;

/** The permission to save, rename and delete shared views: that of staff who assign roles. */
export const sharesViews = "staff.edit_below" satisfies Permission;

/** The maximum number of views of one list, per person and, for shared views, per seller. */
export const maxViews = 50;

const ViewName = z.string().check(z.trim(), z.minLength(1), z.maxLength(60));
const Screen = z.enum(Object.keys(viewScreens) as [ViewScreen, ...ViewScreen[]]);
/** The parameters in the list's address. The server refuses those that the list does not have. */
const Filters = z.record(z.string().check(z.maxLength(40)), z.string().check(z.minLength(1), z.maxLength(100)));

export const SavedView = z.object({
  id: Id,
  name: z.string(),
  filters: z.record(z.string(), z.string()),
  /** Shared with all staff of the seller, rather than the reader's own. */
  is_shared: z.boolean(),
  /** Whether the reader can rename and delete it. */
  is_editable: z.boolean(),
  /** For a report: whether it is on the reader's board, and how often they are e-mailed a link to it. */
  is_pinned: z.boolean(),
  mailed_every: z.nullable(z.enum(mailFrequencies)),
  /** For a shared report: how many colleagues have it on their board or by e-mail. Deleting it takes it from them. */
  wanted_by: z.int(),
  /** The version from which it is renamed and deleted. */
  version: z.string(),
  /** For a report: the version from which the reader chooses. */
  choice_version: z.string(),
});
export type SavedView = z.infer<typeof SavedView>;

/** Ordered by name, shared views first. Anybody who can see a list or report can also see the board. */
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
  body: z.strictObject({ version: Version, name: ViewName }),
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
  body: z.strictObject({ version: Version }),
  reply: Nothing,
});
