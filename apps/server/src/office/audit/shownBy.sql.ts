import type { AuditRow } from "@foyer/contract/office/staff/auditLog.ts";
import { statement, type Pipeline } from "../../db/statements/statement.ts";

export type ShownBy = NonNullable<AuditRow["shown_by"]>;
type Found = {
  readonly id: string;
  readonly order_number: number | null;
  readonly membership_id?: string | null;
  readonly gift_card_id?: string | null;
  readonly payment_id?: string | null;
};

/** The orders, memberships, gift cards or payments that e-mails are about. */
const emails = `
  select e.id, coalesce(o.order_number, c.order_number, x.order_number) as order_number, m.id as membership_id, g.id as gift_card_id, p.id as payment_id
  from outbox e
  left join ticket_order o on o.seller_id = $1 and o.id = e.ref_id
  left join ticket_order c on c.seller_id = $1 and c.cart_id = e.ref_id
  left join order_change h on h.seller_id = $1 and h.id = e.ref_id
  left join ticket_order x on x.seller_id = $1 and x.id = h.ticket_order_id
  left join membership m on m.seller_id = $1 and m.id = e.ref_id
  left join ledger_account g on g.seller_id = $1 and g.id = e.ref_id
  left join payment p on p.seller_id = $1 and p.id = e.ref_id
  where e.seller_id = $1 and e.id = any($2::uuid[])`;

/** The orders of sales at the counter that were paid by a link. */
const counterSales = `
  select c.counter_link_id as id, o.order_number from cart c
  join ticket_order o on o.seller_id = $1 and o.cart_id = c.id
  where c.seller_id = $1 and c.counter_link_id = any($2::uuid[])`;

const statements: Readonly<Record<string, string>> = { email: emails, counter_sale: counterSales };

const thingOf = ({ order_number, membership_id, gift_card_id, payment_id }: Found): ShownBy | undefined => {
  if (order_number !== null) return { kind: "order", id: String(order_number) };
  if (membership_id) return { kind: "member", id: membership_id };
  if (gift_card_id) return { kind: "gift_card", id: gift_card_id };
  return payment_id ? { kind: "payment", id: payment_id } : undefined;
};

type Entry = Pick<AuditRow, "entity_kind" | "entity_id">;
const keyOf = ({ entity_kind, entity_id }: Entry): string => `${entity_kind} ${entity_id}`;

/** For things without a screen of their own: the thing on whose screen they are shown. */
export const thingsShowing = async (
  pipeline: Pipeline,
  seller_id: string,
  entries: readonly Entry[],
): Promise<(entry: Entry) => ShownBy | null> => {
  const shown = new Map<string, ShownBy>();
  for (const [entity_kind, text] of Object.entries(statements)) {
    const ids = entries.flatMap((entry) => (entry.entity_kind === entity_kind ? [entry.entity_id] : []));
    if (ids.length === 0) continue;
    for (const found of await statement<Found>(pipeline, text, [seller_id, ids])) {
      const thing = thingOf(found);
      if (thing) shown.set(keyOf({ entity_kind, entity_id: found.id }), thing);
    }
  }
  return (entry) => shown.get(keyOf(entry)) ?? null;
};
