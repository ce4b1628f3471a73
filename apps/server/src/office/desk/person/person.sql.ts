import { statementWithFreshPlan, type Pipeline } from "../../../db/statements/statement.ts";

export type PurchaserOfOrder = {
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  /** Whether the order belongs to an account. */
  readonly has_account: boolean;
};

export const purchaserDetails = async (
  pipeline: Pipeline,
  seller_id: string,
  order_id: string,
): Promise<PurchaserOfOrder | undefined> => {
  const [found] = await statementWithFreshPlan<PurchaserOfOrder>(
    pipeline,
    `select i.first_name, i.last_name, i.email, i.phone, w.kind is not distinct from 'user' as has_account
     from ticket_order o join identity i on i.seller_id = $1 and i.id = o.identity_id
     left join identity w on w.seller_id = $1 and w.id = o.owner_identity_id
     where o.seller_id = $1 and o.id = $2`,
    [seller_id, order_id],
  );
  return found;
};

export type OrderOfPurchaser = { readonly id: string; readonly order_number: number };

/** An order, the others of its account, and those whose purchaser has the same address; newest first. */
export const ordersOfPurchaser = (
  pipeline: Pipeline,
  seller_id: string,
  { order_id, email, word, limit }: { order_id: string; email: string | null; word: string | null; limit: number },
): Promise<OrderOfPurchaser[]> =>
  statementWithFreshPlan(
    pipeline,
    `select id, order_number from (
       select o.id, o.order_number from ticket_order o where o.seller_id = $1 and o.id = $2
       union
       (select a.id, a.order_number from ticket_order o
        join ticket_order a on a.seller_id = $1 and a.owner_identity_id = o.owner_identity_id
        where o.seller_id = $1 and o.id = $2 order by a.order_number desc limit $5)
       union
       (select o.id, o.order_number from order_word w
        join ticket_order o on o.seller_id = $1 and o.order_number = w.order_number
        join identity i on i.seller_id = $1 and i.id = o.identity_id
        where w.seller_id = $1 and w.kind = 'email' and w.word = $4 and lower(i.email) = lower($3)
        order by o.order_number desc limit $5)) every
     order by order_number desc limit $5`,
    [seller_id, order_id, email, word, limit],
  );

export type NoteOfOrder = {
  readonly id: string;
  readonly at: string;
  readonly by: string;
  readonly text: string;
  readonly is_pinned: boolean;
  readonly order_number: number;
};

/** Pinned notes first, then newest first. */
export const notesOfOrders = (
  pipeline: Pipeline,
  seller_id: string,
  order_ids: readonly string[],
  limit: number,
): Promise<NoteOfOrder[]> =>
  statementWithFreshPlan(
    pipeline,
    `select n.id, n.created_at as at, s.name as by, n.text, n.is_pinned, o.order_number
     from order_note n join staff s on s.id = n.staff_id
     join ticket_order o on o.seller_id = $1 and o.id = n.ticket_order_id
     where n.seller_id = $1 and n.ticket_order_id = any($2::uuid[]) and n.text is not null
     order by n.is_pinned desc, n.created_at desc, n.id limit $3`,
    [seller_id, order_ids, limit],
  );

/** The newest card of these orders, one in force before others. */
export const newestCardOf = async (
  pipeline: Pipeline,
  seller_id: string,
  order_ids: readonly string[],
): Promise<string | undefined> => {
  const [found] = await statementWithFreshPlan<{ id: string }>(
    pipeline,
    `select m.id from membership m where m.seller_id = $1 and m.ticket_order_id = any($2::uuid[])
     order by m.state = 'cancelled', m.valid_from desc, m.id limit 1`,
    [seller_id, order_ids],
  );
  return found?.id;
};
