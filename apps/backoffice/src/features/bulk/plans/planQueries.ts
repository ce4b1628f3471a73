import { queryOptions } from "@tanstack/react-query";
import { quotePlanCancel, quotePlanMove, readPlan, type PlanPage } from "@foyer/contract/office/orders/plans.ts";
import { callOffice } from "../../../shared/call.ts";
import { queryClient } from "../../../shared/queries.ts";

/** The path parameter of a plan. */
export const pathOfPlan = (cart_number: number | string) => ({ cart_number: String(cart_number) });

export const paymentPlanQuery = (slug: string, cart_number: string) =>
  queryOptions({
    queryKey: ["plan", slug, cart_number],
    queryFn: () => callOffice(readPlan, pathOfPlan(cart_number), slug),
  });

export const planMoveQuery = (
  slug: string,
  { cart_number, version }: Pick<PlanPage, "cart_number" | "version">,
  event_session_id: string,
) =>
  queryOptions({
    queryKey: ["plan-move", slug, cart_number, version, event_session_id],
    queryFn: () => callOffice(quotePlanMove, { ...pathOfPlan(cart_number), event_session_id }, slug),
    enabled: event_session_id !== "",
    retry: false,
  });

/** What cancelling the plan refunds, and the e-mails that it sends. */
export const planCancelQuery = (slug: string, { cart_number, version }: Pick<PlanPage, "cart_number" | "version">) =>
  queryOptions({
    queryKey: ["plan-cancel", slug, cart_number, version],
    queryFn: () => callOffice(quotePlanCancel, pathOfPlan(cart_number), slug),
    retry: false,
  });

/** Called after a plan was changed, or a change was refused: the reports of bulk actions name it, too. */
export const refreshPlan = async (slug: string): Promise<void> => {
  await Promise.all(["plan", "bulk"].map((name) => queryClient.invalidateQueries({ queryKey: [name, slug] })));
};
