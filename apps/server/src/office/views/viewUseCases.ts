import * as z from "zod/mini";
import { codeFilters, codeList } from "@foyer/contract/office/catalogue/codes.ts";
import { sessionFilters, sessionList } from "@foyer/contract/office/catalogue/eventSessions.ts";
import { voucherFilters, voucherList } from "@foyer/contract/office/catalogue/vouchers.ts";
import { viewParameters } from "@foyer/contract/office/listShape.ts";
import { memberFilters, memberList } from "@foyer/contract/office/members/memberList.ts";
import { plasticCardFilters, plasticCardList } from "@foyer/contract/office/members/plasticCards.ts";
import { giftCardFilters, giftCardList } from "@foyer/contract/office/money/giftCards.ts";
import { journalFilters, journalLineList } from "@foyer/contract/office/money/journal.ts";
import { auditFilters, auditList } from "@foyer/contract/office/staff/auditLog.ts";
import { orderFilters, orderList } from "@foyer/contract/office/orders/orders.ts";
import { keptChoices } from "@foyer/contract/office/money/reports.ts";
import {
  maxViews,
  sharesViews,
  viewScreens,
  type deleteView,
  type listSavedViews,
  type renameView,
  type saveView,
  type ViewScreen,
} from "@foyer/contract/office/orders/savedViews.ts";
import type { Nothing, StaffReceived, StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { newId } from "../../db/newId.ts";
import { Refused } from "../../errors/refused.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { audit, changing } from "../../modules/audit/audit.ts";
import { staleVersion } from "../../modules/audit/staleVersion.ts";
import { countLocked } from "../limits/countLocked.ts";
import { choiceVersion } from "./keptReports.ts";
import { choicesFor, countOtherReaders, deleteChoices } from "./reportChoices.sql.ts";
import {
  countViews,
  insertView,
  lockView,
  removeView,
  setViewName,
  viewsFor,
  type StoredView,
} from "./savedViews.sql.ts";

/**
 * What can be saved. Searches and reasons are left out: they may name people, and a saved view is kept longer than their
 * data.
 */
const { reason: _, ...auditFiltersToSave } = auditFilters;
const savedFilters: Readonly<Record<ViewScreen, z.ZodMiniType>> = {
  orders: z.strictObject({ ...orderFilters, ...viewParameters(orderList) }),
  audit: z.strictObject({ ...auditFiltersToSave, ...viewParameters(auditList) }),
  members: z.strictObject({ ...memberFilters, ...viewParameters(memberList) }),
  codes: z.strictObject({ ...codeFilters, ...viewParameters(codeList) }),
  gift_cards: z.strictObject({ ...giftCardFilters, ...viewParameters(giftCardList) }),
  vouchers: z.strictObject({ ...voucherFilters, ...viewParameters(voucherList) }),
  plastic_cards: z.strictObject({
    ...plasticCardFilters,
    list: z.optional(plasticCardFilters.list),
    ...viewParameters(plasticCardList),
  }),
  sessions: z.strictObject({ ...sessionFilters, ...viewParameters(sessionList) }),
  journal: z.strictObject({ ...journalFilters, ...viewParameters(journalLineList) }),
  report_sales: z.strictObject(keptChoices("sales")),
  report_money: z.strictObject(keptChoices("money")),
  report_gift_cards: z.strictObject(keptChoices("gift_cards")),
  report_tax: z.strictObject(keptChoices("tax")),
  report_donations: z.strictObject(keptChoices("donations")),
  report_codes: z.strictObject(keptChoices("codes")),
  report_gift_aid: z.strictObject(keptChoices("gift_aid")),
  report_comps: z.strictObject(keptChoices("comps")),
  report_overrides: z.strictObject(keptChoices("overrides")),
  report_memberships: z.strictObject(keptChoices("memberships")),
};

const isScreen = (screen: string): screen is ViewScreen => Object.hasOwn(viewScreens, screen);

const requireScreen = ({ staff }: StaffContext, screen: string): void => {
  if (!isScreen(screen) || !staff.can(viewScreens[screen]))
    throw new Refused({ code: "access_denied", context: "staff" });
};

/** Everybody can change their own views; shared ones need a permission. */
const mayChange = ({ staff }: StaffContext, { staff_id, is_shared }: Pick<StoredView, "staff_id" | "is_shared">) =>
  is_shared ? staff.can(sharesViews) : staff_id === staff.id;

export const listViews = async (
  ctx: StaffContext,
  { screen }: StaffReceived<typeof listSavedViews>,
): Promise<StaffReply<typeof listSavedViews>> => {
  requireScreen(ctx, screen);
  const { db, seller, staff } = ctx;
  const views = await viewsFor(ctx, { screen, staff_id: staff.id, limit: 2 * maxViews });
  const view_ids = views.map(({ id }) => id);
  const choices = await choicesFor(db, seller.id, { staff_id: staff.id, view_ids });
  const others = await countOtherReaders(db, seller.id, { staff_id: staff.id, view_ids });
  const choiceOf = (id: string) => choices.find(({ saved_view_id }) => saved_view_id === id);
  return {
    views: views.map((view) => ({
      ...view,
      is_editable: mayChange(ctx, view),
      is_pinned: choiceOf(view.id)?.is_pinned ?? false,
      mailed_every: choiceOf(view.id)?.mailed_every ?? null,
      choice_version: choiceVersion(choiceOf(view.id)),
      wanted_by: others.find(({ saved_view_id }) => saved_view_id === view.id)?.readers ?? 0,
    })),
    may_share: ctx.staff.can(sharesViews),
  };
};

export const saveNewView = async (
  ctx: StaffContext,
  { screen, name, filters, is_shared }: StaffReceived<typeof saveView>,
): Promise<StaffReply<typeof saveView>> => {
  requireScreen(ctx, screen);
  const view = { id: newId(), screen, name, filters, is_shared, staff_id: ctx.staff.id };
  if (!mayChange(ctx, view)) throw new Refused({ code: "access_denied", context: "staff" });
  if (!savedFilters[screen].safeParse(filters).success)
    throw new Refused({ code: "validation_failed", context: "staff", extra: { fields: ["filters"] } });
  await changing(ctx, async (ctx) => {
    const views = `views ${screen} ${is_shared ? "of everybody" : view.staff_id}`;
    if ((await countLocked(ctx, views, () => countViews(ctx, view))) >= maxViews)
      throw new Refused({
        code: "validation_failed",
        context: "staff",
        description: `A list has at most ${maxViews} saved views. Delete one first.`,
        extra: { fields: ["name"] },
      });
    await insertView(ctx, view);
    await audit(ctx, { action: "view.saved", entity: entityOf(view), after: { name, screen, is_shared, filters } });
  });
  return { id: view.id };
};

const entityOf = ({ id }: Pick<StoredView, "id">) => ({ kind: "saved_view", id }) as const;

type Seen = { readonly view_id: string; readonly version: string };

/**
 * The view to be changed, as the screen shows it. Another person's own view is not found; a shared one is refused without
 * the permission.
 */
const requireView = async (ctx: StaffContext, { view_id: id, version }: Seen): Promise<StoredView> => {
  const view = await lockView(ctx, { id, staff_id: ctx.staff.id });
  if (!view) throw new Refused({ code: "not_found", context: "staff" });
  requireScreen(ctx, view.screen);
  if (!mayChange(ctx, view)) throw new Refused({ code: "access_denied", context: "staff" });
  // Readers choose what they want of a report without changing the view.
  if (view.version !== version)
    throw await staleVersion(ctx, entityOf(view), { context: "staff", extra: { name: view.name } }, "view.renamed");
  return view;
};

export const renameSavedView = (
  ctx: StaffContext,
  { name, ...seen }: StaffReceived<typeof renameView>,
): Promise<Nothing> =>
  changing(ctx, async (ctx) => {
    const view = await requireView(ctx, seen);
    await setViewName(ctx, view.id, name);
    await audit(ctx, { action: "view.renamed", entity: entityOf(view), before: { name: view.name }, after: { name } });
    return {};
  });

export const deleteSavedView = (ctx: StaffContext, seen: StaffReceived<typeof deleteView>): Promise<Nothing> =>
  changing(ctx, async (ctx) => {
    const { id, name, screen, is_shared, filters } = await requireView(ctx, seen);
    await deleteChoices(ctx.db, ctx.seller.id, id);
    await removeView(ctx, id);
    await audit(ctx, {
      action: "view.deleted",
      entity: entityOf({ id }),
      before: { name, screen, is_shared, filters },
    });
    return {};
  });
