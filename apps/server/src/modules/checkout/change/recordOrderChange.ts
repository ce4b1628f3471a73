import type { ChangeOffer } from "../../../db/schema/carts.ts";
import { queueForSearch } from "../../../providers/search/queueForSearch.sql.ts";
import { writeEntry, type AuditScope } from "../../audit/audit.ts";
import { toDecimal } from "@foyer/rules/values/money.ts";
import type { SellerDb } from "../context.ts";
import { insertOrderChange, type NewOrderChange } from "./orderChanges.sql.ts";

/** Why the venue changes an order, and which of its staff did it. */
export type VenueNote = { readonly reason: string; readonly made_by: string };

/**
 * Who writes the change to the audit log: the caller, if it is part of the caller's own change (desk, command line), or
 * this function, for a buyer, for the result of a refund (`job`), or for a change that staff offered.
 */
export type AuditedAs = "caller" | "buyer" | "job" | ChangeOffer;

type Order = { readonly id: string; readonly order_number: number };

/** Records a change of an order, in its transaction and before the tickets and refunds that refer to it. */
export const recordOrderChange = async (
  ctx: SellerDb,
  order: Order,
  change: Omit<NewOrderChange, "ticket_order_id">,
  auditedAs: AuditedAs,
): Promise<void> => {
  await insertOrderChange(ctx, { ...change, ticket_order_id: order.id });
  await queueForSearch(ctx.db, ctx.seller.id, [order.id]);
  if (auditedAs !== "caller") await writeEntry(scopeOf(ctx, auditedAs), entryOf(ctx, order, change));
};

const scopeOf = ({ db, seller }: SellerDb, auditedAs: Exclude<AuditedAs, "caller">): AuditScope => {
  const scope = { db, seller, staff_id: null, roles: [], requestId: null } as const;
  if (auditedAs === "job") return { ...scope, actor: "job", via: "job" };
  if (auditedAs === "buyer" || auditedAs.paid_by === "link") return { ...scope, actor: "buyer", via: "storefront" };
  return { ...scope, actor: "staff", via: "office", staff_id: auditedAs.staff_id, roles: auditedAs.roles };
};

const actions = {
  cancel: "order.cancelled",
  change: "order.moved",
  names: "order.corrected",
  send: "order.sent_on",
  take_back: "order.taken_back",
  session_cancelled: "order.session_cancelled",
  session_reinstated: "order.session_reinstated",
  refund: "order.refunded",
} as const;

const entryOf = (
  { seller }: SellerDb,
  { order_number }: Order,
  { kind, tickets, refund, gift_card, paid = 0, reason }: Omit<NewOrderChange, "ticket_order_id">,
) => {
  const money = (amount: number): string => toDecimal(amount, seller.default_currency_code);
  return {
    action: actions[kind],
    entity: { kind: "order", id: String(order_number) },
    after: {
      tickets,
      ...(refund > 0 && { refund: money(refund) }),
      ...(gift_card > 0 && { gift_card: money(gift_card) }),
      ...(paid > 0 && { paid: money(paid) }),
    },
    ...(reason != null && { reason }),
  } as const;
};
