import type { EmailChoice } from "@foyer/contract/office/orders/deskActions.ts";
import type {
  cancelPlanAtDesk,
  movePlan,
  PlanMoveQuote,
  quotePlanCancel,
  quotePlanMove,
} from "@foyer/contract/office/orders/plans.ts";
import type { StaffReceived, StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { toDecimal } from "@foyer/rules/values/money.ts";
import type { Database } from "../../../db/connections.ts";
import type { Within } from "../../../db/transact.ts";
import { Refused } from "../../../errors/refused.ts";
import type { StaffContext } from "../../../http/staff/staffContext.ts";
import {
  changePlan,
  previewPlanChange,
  type ChangedPlan,
  type PlanChange,
} from "../../../modules/aftersale/venue/plan/changePlan.ts";
import { audit, changing, type AuditRecord } from "../../../modules/audit/audit.ts";
import { staleVersion } from "../../../modules/audit/staleVersion.ts";
import { cancelPlan, previewEndOfPlan, type EndedPlan } from "../../../modules/checkout/plan/cancelPlan.ts";
import { lockPlan } from "../../../modules/checkout/plan/lockPlan.ts";
import { chosenEmail } from "../../../providers/mail/emailOptions.ts";
import { previewEmailOfKind } from "../../../providers/mail/previewEmail.ts";
import { requirePlan, type FoundPlan } from "./readPlanPage.ts";

const entityOf = (cart_number: number) => ({ kind: "payment_plan", id: String(cart_number) }) as const;

type ChangedAtDesk<Result> = {
  readonly plan: FoundPlan;
  readonly cart_number: number;
  readonly version: string;
  readonly email: EmailChoice | undefined;
  readonly record: (result: Result) => Omit<AuditRecord, "entity">;
};

/**
 * The transaction of a change of a plan: it locks the plan, compares its version, makes the change and writes the audit log
 * entry, all or nothing.
 */
const planTransaction =
  <Result>(staff: StaffContext, { plan, cart_number, version, email, record }: ChangedAtDesk<Result>): Within =>
  <C extends { readonly db: Database }, R>(ctx: C, work: (ctx: C) => Promise<R>): Promise<R> =>
    changing(staff, async (tx) => {
      const { cart } = await lockPlan(tx, plan.id);
      if (String(cart.version) !== version) throw await staleVersion(tx, entityOf(cart_number), { context: "cart" });
      const result = await work({ ...ctx, db: tx.db, emailOptions: email });
      const entry = record(result as unknown as Result);
      await audit(tx, { ...entry, after: { ...entry.after, ...chosenEmail(email) }, entity: entityOf(cart_number) });
      return result;
    });

const moveOf = (ctx: StaffContext, event_session_id: string): PlanChange => ({
  kind: "move",
  now: ctx.now,
  event_session_id,
});

const presentQuote = (
  { seller }: StaffContext,
  { removed, before, price, refund, instalments, isPaid, paid }: ChangedPlan,
): PlanMoveQuote => {
  const currency = seller.default_currency_code;
  let covered = Math.min(paid, price);
  const open = instalments.flatMap(({ due_date, amount }) => {
    const part = Math.min(covered, amount);
    covered -= part;
    return amount > part ? [{ due_date, amount: toDecimal(amount - part, currency) }] : [];
  });
  return {
    tickets: removed.length,
    currency,
    before: toDecimal(before, currency),
    price: toDecimal(price, currency),
    refund: toDecimal(refund, currency),
    instalments: open,
    is_paid: isPaid,
  };
};

export const quotePlan = async (
  ctx: StaffContext,
  { cart_number, event_session_id }: StaffReceived<typeof quotePlanMove>,
): Promise<StaffReply<typeof quotePlanMove>> => {
  const { id, identity_id } = await requirePlan(ctx, cart_number);
  const bought = { cart_id: id, owner_identity_id: identity_id };
  let changed: ChangedPlan | undefined;
  const emails = await previewEmailOfKind("plan_changed", async (emailOptions) => {
    changed = await previewPlanChange({ ...ctx, emailOptions }, bought, moveOf(ctx, event_session_id));
  });
  if (!changed) throw new Error(`The plan ${cart_number} was not previewed.`);
  return { ...presentQuote(ctx, changed), ...emails };
};

/** What cancelling the plan would refund, and the e-mails that it would send. */
export const quoteEndOfPlan = async (
  ctx: StaffContext,
  { cart_number }: StaffReceived<typeof quotePlanCancel>,
): Promise<StaffReply<typeof quotePlanCancel>> => {
  const { id } = await requirePlan(ctx, cart_number);
  let ended: EndedPlan | undefined;
  const emails = await previewEmailOfKind("plan_cancelled", async (emailOptions) => {
    ended = await previewEndOfPlan({ ...ctx, emailOptions }, id);
  });
  if (!ended) throw new Error(`The plan ${cart_number} was not previewed.`);
  return { ...presentEnd(ctx, ended), ...emails };
};

const presentEnd = ({ seller }: StaffContext, { refunded, disputed, currency }: EndedPlan) => {
  const money = (amount: number): string => toDecimal(amount, seller.default_currency_code);
  return { refunded: money(refunded), disputed: money(disputed), currency };
};

export const movePlanTickets = async (
  ctx: StaffContext,
  { cart_number, version, event_session_id, price, reason, email }: StaffReceived<typeof movePlan>,
): Promise<StaffReply<typeof movePlan>> => {
  const plan = await requirePlan(ctx, cart_number);
  // Compared again behind the lock; a plan that was moved has no tickets to move, which would be the refusal otherwise.
  if (plan.version !== version) throw await staleVersion(ctx, entityOf(cart_number), { context: "cart" });
  const currency = ctx.seller.default_currency_code;
  const within = planTransaction<{ readonly changed: ChangedPlan }>(ctx, {
    plan,
    cart_number,
    version,
    email,
    record: ({ changed }) => {
      if (toDecimal(changed.price, currency) !== price)
        throw new Refused({ code: "payment_incorrect_amount", context: "cart" });
      const refund = changed.refund > 0 ? { refund: toDecimal(changed.refund, currency) } : {};
      return { action: "plan.moved", after: { tickets: changed.removed.length, event_session_id, ...refund }, reason };
    },
  });
  const changed = await changePlan(
    ctx,
    { cart_id: plan.id, owner_identity_id: plan.identity_id },
    { ...moveOf(ctx, event_session_id), note: { reason, made_by: ctx.staff.name }, within },
  );
  return presentQuote(ctx, changed);
};

export const endPlan = async (
  ctx: StaffContext,
  { cart_number, version, reason, email }: StaffReceived<typeof cancelPlanAtDesk>,
): Promise<StaffReply<typeof cancelPlanAtDesk>> => {
  const plan = await requirePlan(ctx, cart_number);
  const money = (amount: number): string => toDecimal(amount, ctx.seller.default_currency_code);
  const within = planTransaction<EndedPlan>(ctx, {
    plan,
    cart_number,
    version,
    email,
    record: ({ refunded, disputed }) => ({
      action: "plan.cancelled",
      after: { refund: money(refunded), ...(disputed > 0 && { disputed: money(disputed) }) },
      reason,
    }),
  });
  const note = { reason, made_by: ctx.staff.name };
  return presentEnd(ctx, await cancelPlan(ctx, plan.id, { ...note, within }));
};
