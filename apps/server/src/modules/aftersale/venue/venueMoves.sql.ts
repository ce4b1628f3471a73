import { statement, withAnswer, type Pipeline } from "../../../db/statements/statement.ts";

/** The event of a session; undefined if this seller has no such session. */
export const eventOfSession = async (
  pipeline: Pipeline,
  seller_id: string,
  session_id: string,
): Promise<string | undefined> => {
  const [row] = await statement<{ event_template_id: string }>(
    pipeline,
    `select event_template_id from event_session where seller_id = $1 and id = $2`,
    [seller_id, session_id],
  );
  return row?.event_template_id;
};

/** The group of a ticket type; undefined if this seller has no such type. */
export const groupOfType = async (
  pipeline: Pipeline,
  seller_id: string,
  ticket_type_id: string,
): Promise<string | undefined> => {
  const [row] = await statement<{ ticket_group_id: string }>(
    pipeline,
    `select ticket_group_id from ticket_type where seller_id = $1 and id = $2`,
    [seller_id, ticket_type_id],
  );
  return row?.ticket_group_id;
};

/** The seats of a session that the open change of a booked cart's order holds: a move replaces that change. */
export const seatsOfOpenChange = (
  pipeline: Pipeline,
  seller_id: string,
  { cart_id, event_session_id }: { readonly cart_id: string; readonly event_session_id: string },
): Promise<{ seat_id: string }[]> =>
  statement(
    pipeline,
    `select t.seat_id from ticket_order o
     join cart c on c.seller_id = o.seller_id and c.changes_order_id = o.id and c.state = 'pending'
     join ticket t on t.seller_id = c.seller_id and t.cart_id = c.id and t.state in ('held', 'in_cart')
     where o.seller_id = $1 and o.cart_id = $2 and t.event_session_id = $3 and t.seat_id is not null`,
    [seller_id, cart_id, event_session_id],
  );

export type OrderHolderRow = {
  readonly kind: "public" | "guest" | "user";
  /** The owner of the membership that some of the tickets use; null if none does. */
  readonly member_id: string | null;
};

/** The person to whose account an order belongs. */
export const holderOfOrder = async (
  pipeline: Pipeline,
  seller_id: string,
  { owner_identity_id, ticket_ids }: { readonly owner_identity_id: string; readonly ticket_ids: readonly string[] },
): Promise<OrderHolderRow | undefined> => {
  const [row] = await statement<OrderHolderRow>(
    pipeline,
    `select i.kind, (
       select m.identity_id from allowance_use u join membership m on m.seller_id = u.seller_id and m.id = u.membership_id
       where u.seller_id = $1 and u.ticket_id = any($3::uuid[]) order by m.id limit 1) as member_id
     from identity i where i.seller_id = $1 and i.id = $2`,
    [seller_id, owner_identity_id, ticket_ids],
  );
  return row;
};

/** Gives tickets of an order new scan codes. Returns how many got one: not those that are used, cancelled or sent on, or memberships. */
export const replaceScanCodes = async (
  pipeline: Pipeline,
  seller_id: string,
  order_id: string,
  codes: readonly { readonly id: string; readonly scan_code: string }[],
): Promise<number> => {
  const rows = await statement<{ id: string }>(
    pipeline,
    `update ticket t set scan_code = n.scan_code, code_number = t.code_number + 1
     from unnest($3::uuid[], $4::text[]) as n (id, scan_code)
     where t.seller_id = $1 and t.id = n.id and t.ticket_order_id = $2 and t.state = 'booked' and t.sending_id is null
       and not exists (select from membership m where m.seller_id = $1 and m.ticket_id = t.id)
     returning t.id`,
    [seller_id, order_id, codes.map(({ id }) => id), codes.map(({ scan_code }) => scan_code)],
  );
  return rows.length;
};

/**
 * Gives an order another code. The former one, which admits all of its tickets, is recorded as a former code of one of them.
 */
export const replaceOrderCode = async (
  pipeline: Pipeline,
  seller_id: string,
  order_id: string,
  { ticket_id, scan_code }: { readonly ticket_id: string; readonly scan_code: string },
): Promise<void> => {
  await statement(
    pipeline,
    `insert into replaced_code (seller_id, code_hash, ticket_id)
     select $1, sha256(convert_to(o.scan_code, 'UTF8')), $3::uuid from ticket_order o
     where o.seller_id = $1 and o.id = $2 on conflict do nothing ${withAnswer}`,
    [seller_id, order_id, ticket_id],
  );
  await statement(pipeline, `update ticket_order set scan_code = $3 where seller_id = $1 and id = $2`, [
    seller_id,
    order_id,
    scan_code,
  ]);
};
