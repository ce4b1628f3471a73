import type {
  cancelDeskTickets,
  DeskCancelQuote,
  quoteDeskCancel,
  replaceOrderCodes,
} from "@foyer/contract/office/orders/deskActions.ts";
import type { DeskMoveQuote, moveDeskTickets, quoteDeskMove } from "@foyer/contract/office/orders/deskMoves.ts";
import type { Nothing, StaffReceived } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { fromDecimal, toDecimal } from "@foyer/rules/values/money.ts";
import { Refused } from "../../errors/refused.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import {
  cancelForVenue,
  previewCancellation,
  quoteForVenue,
  type VenueCancellationQuote,
} from "../../modules/aftersale/venue/cancelForVenue.ts";
import type { RecordedCancellation } from "../../modules/aftersale/cancel/recordCancellation.ts";
import { moveForVenue, quoteMove, type CompletedMove } from "../../modules/aftersale/venue/moveForVenue.ts";
import { previewMove } from "../../modules/aftersale/venue/previewMove.ts";
import { replaceCodes } from "../../modules/aftersale/venue/replaceCodes.ts";
import type { OrderRow } from "../../modules/orders/readOrders.ts";
import { beyondPolicy, requirePolicy, type DeskAction } from "./deskPolicy.ts";
import { deskTransaction, requireDeskOrder } from "./deskOrders.ts";
import { previewEmailAndNotices } from "../../providers/mail/previewEmail.ts";
import { requireRefundLimit } from "./refundLimits.ts";

type Cancellation = Pick<StaffReceived<typeof cancelDeskTickets>, "tickets" | "money" | "refund_to" | "add_ons">;

/** `isQuote`: everybody can see what cancelling a used ticket would come to; doing it depends on the policy. */
type Asked = { readonly isQuote: boolean };

const cancellationOf = (
  { now, staff }: StaffContext,
  { tickets, money, refund_to, add_ons }: Cancellation,
  { isQuote }: Asked,
) => ({
  now,
  ticket_ids: tickets,
  refund_to,
  waivesFee: money === "waive_fee",
  keepsAll: money === "keep_all",
  includesUsed: isQuote || staff.can("order.override"),
  keepsAddOns: add_ons === "stay",
});

const noteOf = ({ staff }: StaffContext, reason: string) => ({ reason, made_by: staff.name });

const presentQuote = async (
  ctx: StaffContext,
  order: OrderRow,
  {
    quote,
    email,
    notices,
    ...action
  }: DeskAction & Pick<DeskCancelQuote, "email" | "notices"> & { readonly quote: VenueCancellationQuote },
): Promise<DeskCancelQuote> => {
  const tickets = quote.tickets.map(({ ticket_id }) => ticket_id);
  const { value, fee, refunds, refund, gift_card } = quote;
  return {
    tickets,
    along: tickets.filter((id) => !action.tickets.includes(id)),
    staying: [...quote.staying],
    value,
    fee,
    refunds,
    refund,
    gift_card,
    beyond_policy: await beyondPolicy(ctx, order, action),
    email,
    notices,
  };
};

export const quoteCancel = async (
  ctx: StaffContext,
  { order_number, ...sent }: StaffReceived<typeof quoteDeskCancel>,
): Promise<DeskCancelQuote> => {
  const order = await requireDeskOrder(ctx, order_number);
  const quote = await quoteForVenue(ctx, order, cancellationOf(ctx, sent, { isQuote: true }));
  const emails = await previewEmailAndNotices((emailOptions) =>
    previewCancellation({ ...ctx, emailOptions }, order, cancellationOf(ctx, sent, { isQuote: true })),
  );
  return presentQuote(ctx, order, { kind: "cancel", tickets: sent.tickets, money: sent.money, quote, ...emails });
};

/** Cancels tickets, within the policy or beyond it. A refund needs the permission for refunds. */
export const cancelAtDesk = async (
  ctx: StaffContext,
  { order_number, version, reason, expected, email, ...sent }: StaffReceived<typeof cancelDeskTickets>,
): Promise<DeskCancelQuote> => {
  const order = await requireDeskOrder(ctx, order_number);
  const action = { kind: "cancel", tickets: sent.tickets, money: sent.money } as const;
  const beyond = await beyondPolicy(ctx, order, action);
  const within = deskTransaction<RecordedCancellation>(ctx, {
    order,
    version,
    email,
    check: async (tx) => {
      await requirePolicy(tx, order, action);
      if (!isNothing(expected.refund) || !isNothing(expected.gift_card)) requireRefundPermission(tx);
      await requireRefundLimit(tx, order_number, sumOf(order, expected));
    },
    // The amounts equal the expected ones: anything else was refused.
    record: ({ planned: { onTheirOwn } }) => ({
      action: "order.cancelled",
      after: {
        tickets: sent.tickets.length,
        refund: sumOf(order, expected),
        ...(expected.gift_card !== "0" && { gift_card: expected.gift_card }),
        ...(sent.money !== "refund" && { money: sent.money }),
        ...(onTheirOwn.length > 0 && { add_ons_that_stay: onTheirOwn.length }),
        ...(beyond && { beyond_policy: beyond.rule }),
      },
      reason,
    }),
  });
  const note = noteOf(ctx, reason);
  const quote = await cancelForVenue(ctx, order, {
    ...cancellationOf(ctx, sent, { isQuote: false }),
    note,
    expected,
    within,
  });
  return { ...(await presentQuote(ctx, order, { ...action, quote, email: null, notices: [] })), beyond_policy: beyond };
};

const isNothing = (amount: string): boolean => Number(amount) === 0;
/** The refund and the gift card together, since both are given back. */
const sumOf = (
  { currency }: OrderRow,
  { refund, gift_card }: { readonly refund: string; readonly gift_card: string },
) => toDecimal((fromDecimal(refund, currency) ?? 0) + (fromDecimal(gift_card, currency) ?? 0), currency);

const requireRefundPermission = ({ staff }: StaffContext): void => {
  if (!staff.can("order.refund")) throw new Refused({ code: "access_denied", context: "staff" });
};

type Move = Pick<
  StaffReceived<typeof moveDeskTickets>,
  "tickets" | "money" | "event_session_id" | "ticket_type_id" | "oversells"
>;

export const deskMoveOf = (
  { now, staff }: StaffContext,
  { tickets, money, event_session_id, ticket_type_id, oversells = false }: Move,
  { isQuote }: Asked,
) => ({
  now,
  event_session_id,
  ticket_ids: tickets,
  ticket_type_id,
  refund_to: "same_means" as const,
  waivesFee: money === "waive_fee",
  includesUsed: isQuote || staff.can("order.override"),
  oversells,
});

export const quoteTicketMove = async (
  ctx: StaffContext,
  { order_number, oversells, difference, ...sent }: StaffReceived<typeof quoteDeskMove>,
): Promise<DeskMoveQuote> => {
  const order = await requireDeskOrder(ctx, order_number);
  const move = deskMoveOf(ctx, { ...sent, oversells: oversells === "true" }, { isQuote: true });
  const change = await quoteMove(ctx, order, move);
  const emails = await previewEmailAndNotices((emailOptions) =>
    previewMove({ ...ctx, emailOptions }, order, { move, difference }),
  );
  const { removed, along, value, fee, refunds, refund, gift_card, added, due } = change;
  return {
    tickets: [...removed, ...along],
    along,
    value,
    fee,
    refunds,
    refund,
    gift_card,
    added,
    due,
    beyond_policy: await beyondPolicy(ctx, order, { kind: "move", tickets: sent.tickets, money: sent.money }),
    ...emails,
  };
};

/** Moves tickets to another session, all of them or none. */
export const moveTickets = async (
  ctx: StaffContext,
  { order_number, version, reason, waive_difference, email, ...sent }: StaffReceived<typeof moveDeskTickets>,
): Promise<Nothing> => {
  const order = await requireDeskOrder(ctx, order_number);
  const action = { kind: "move", tickets: sent.tickets, money: sent.money } as const;
  const beyond = await beyondPolicy(ctx, order, action);
  if (waive_difference) requireOverride(ctx, "waives_difference");
  if (sent.oversells) requireOverride(ctx, "oversells");
  // Checked before anything is held, and again behind the lock.
  await requirePolicy(ctx, order, action);
  const within = deskTransaction<CompletedMove>(ctx, {
    order,
    version,
    email,
    check: (tx) => requirePolicy(tx, order, action),
    record: async ({ change: { refund, gift_card }, waived }, tx) => {
      const back = sumOf(order, { refund, gift_card });
      if (!isNothing(back)) requireRefundPermission(tx);
      await requireRefundLimit(tx, order_number, back);
      return {
        action: "order.moved",
        after: {
          tickets: sent.tickets.length,
          event_session_id: sent.event_session_id,
          refund: back,
          ...(!isNothing(waived) && { waived }),
          ...(sent.oversells && { oversold: true }),
          ...(sent.money !== "refund" && { money: sent.money }),
          ...(beyond && { beyond_policy: beyond.rule }),
        },
        reason,
      };
    },
  });
  const move = {
    ...deskMoveOf(ctx, sent, { isQuote: false }),
    note: noteOf(ctx, reason),
    waivesDifference: waive_difference,
    within,
  };
  await moveForVenue(ctx, order, move);
  return {};
};

export const requireOverride = ({ staff }: StaffContext, rule: string): void => {
  if (!staff.can("order.override"))
    throw new Refused({ code: "policy_refuses", context: "order", extra: { rule, until: null } });
};

/** Replaces the scan codes of tickets. The old ones become invalid. */
export const replaceTicketCodes = async (
  ctx: StaffContext,
  { order_number, version, tickets, reason, email }: StaffReceived<typeof replaceOrderCodes>,
): Promise<Nothing> => {
  const order = await requireDeskOrder(ctx, order_number);
  const record = () => ({ action: "order.codes_replaced", after: { tickets: tickets.length }, reason }) as const;
  const ticket_ids = [...new Set(tickets)];
  await replaceCodes(ctx, order, { ticket_ids, within: deskTransaction(ctx, { order, version, email, record }) });
  return {};
};
