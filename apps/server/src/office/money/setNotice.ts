import type { setMoneyNotice } from "@foyer/contract/office/money/money.ts";
import type { Nothing, StaffReceived } from "@foyer/contract/office/staff/staffEndpoint.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { audit, changing } from "../../modules/audit/audit.ts";
import { unsubscribeFromNotice, subscribeToNotice } from "../../modules/checkout/reconcile/moneyNotices.ts";

/** Turns the caller's e-mail about new items on or off. */
export const setNotice = async (
  ctx: StaffContext,
  { is_wanted }: StaffReceived<typeof setMoneyNotice>,
): Promise<Nothing> => {
  await changing(ctx, async (ctx) => {
    await (is_wanted ? subscribeToNotice : unsubscribeFromNotice)(ctx, ctx.staff.id);
    await audit(ctx, {
      action: "money.notice_set",
      entity: { kind: "staff", id: ctx.staff.id },
      after: { is_wanted },
    });
  });
  return {};
};
