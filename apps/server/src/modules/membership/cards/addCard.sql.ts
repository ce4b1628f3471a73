import { statementWithFreshPlan, withAnswer, type Pipeline } from "../../../db/statements/statement.ts";

/** A membership that a person is added to, found by one of its cards. */
export type PartyCardRow = {
  readonly ticket_id: string;
  readonly ticket_order_id: string;
  readonly ticket_group_id: string;
  readonly ticket_type_id: string;
  readonly level_name: string;
  readonly valid_from: string;
  readonly valid_to: string | null;
  readonly is_in_force: boolean;
  /** The next term exists for at least one person on it. */
  readonly is_renewed: boolean;
};

export const readPartyCard = async (
  pipeline: Pipeline,
  seller_id: string,
  membership_id: string,
): Promise<PartyCardRow | undefined> => {
  const [row] = await statementWithFreshPlan<PartyCardRow>(
    pipeline,
    `select m.ticket_id, m.ticket_order_id, m.ticket_group_id, m.ticket_type_id, m.level_name, m.valid_from, m.valid_to,
       m.state = 'active' and coalesce(m.valid_to > app_now(), true) as is_in_force,
       exists (select from membership p join membership n on n.seller_id = $1 and n.renews_id = p.id and n.state = 'active'
         where p.seller_id = $1 and p.ticket_order_id = m.ticket_order_id and p.ticket_group_id = m.ticket_group_id) as is_renewed
     from membership m where m.seller_id = $1 and m.id = $2`,
    [seller_id, membership_id],
  );
  return row;
};

/**
 * Locks the level of a membership, whose capacity is counted, then everybody on the membership and then their automatic
 * renewals. The level comes first, as for a hold by one of its members.
 */
export const lockParty = async (
  pipeline: Pipeline,
  seller_id: string,
  { ticket_order_id, ticket_group_id }: Pick<PartyCardRow, "ticket_order_id" | "ticket_group_id">,
): Promise<void> => {
  const values = [seller_id, ticket_order_id, ticket_group_id];
  await statementWithFreshPlan(
    pipeline,
    `select from ticket_group where seller_id = $1 and id = $2 for no key update`,
    [seller_id, ticket_group_id],
  );
  await statementWithFreshPlan(
    pipeline,
    `select from membership where seller_id = $1 and ticket_order_id = $2 and ticket_group_id = $3 order by id for update`,
    values,
  );
  await statementWithFreshPlan(
    pipeline,
    `select from auto_renewal a where a.seller_id = $1 and a.membership_id in (select m.id from membership m
       where m.seller_id = $1 and m.ticket_order_id = $2 and m.ticket_group_id = $3) order by a.membership_id for update`,
    values,
  );
};

/** Whether the next term of somebody on it is being renewed: that term would cover only those already on it. */
export const isPartyBeingRenewed = async (
  pipeline: Pipeline,
  seller_id: string,
  { ticket_order_id, ticket_group_id }: Pick<PartyCardRow, "ticket_order_id" | "ticket_group_id">,
): Promise<boolean> => {
  const [row] = await statementWithFreshPlan<{ it: boolean }>(
    pipeline,
    `select exists (select from auto_renewal a join membership m on m.seller_id = $1 and m.id = a.membership_id
       where a.seller_id = $1 and m.ticket_order_id = $2 and m.ticket_group_id = $3 and a.state = 'scheduled'
         and a.claimed_until > app_now()) as it`,
    [seller_id, ticket_order_id, ticket_group_id],
  );
  return row?.it ?? false;
};

/** People on a membership, by type. Cancelled cards are left out. */
export const countParty = async (
  pipeline: Pipeline,
  seller_id: string,
  { ticket_order_id, ticket_group_id }: Pick<PartyCardRow, "ticket_order_id" | "ticket_group_id">,
): Promise<ReadonlyMap<string, number>> => {
  const rows = await statementWithFreshPlan<{ ticket_type_id: string; n: number }>(
    pipeline,
    `select m.ticket_type_id, count(*)::int as n from membership m
     where m.seller_id = $1 and m.ticket_order_id = $2 and m.ticket_group_id = $3 and m.state = 'active' group by 1`,
    [seller_id, ticket_order_id, ticket_group_id],
  );
  return new Map(rows.map(({ ticket_type_id, n }) => [ticket_type_id, n]));
};

/** Takes one place of a level's capacity. Returns false if none is left. */
export const takeLevelPlace = async (
  pipeline: Pipeline,
  seller_id: string,
  ticket_group_id: string,
): Promise<boolean> => {
  const rows = await statementWithFreshPlan(
    pipeline,
    `update ticket_group set used_capacity = used_capacity + 1 where seller_id = $1 and id = $2
       and (capacity < 0 or used_capacity < capacity + oversell_capacity) returning id`,
    [seller_id, ticket_group_id],
  );
  return rows.length > 0;
};

export type AddedCardTicket = {
  readonly id: string;
  /** A ticket of the same membership. */
  readonly beside: string;
  readonly ticket_type_id: string;
  readonly admit_name: string | null;
  readonly admit_email: string | null;
  readonly scan_code: string;
  readonly added_by: string;
};

/** Inserts a booked ticket without a price into the order of another ticket. */
export const insertAddedTicket = async (
  pipeline: Pipeline,
  seller_id: string,
  ticket: AddedCardTicket,
): Promise<void> => {
  await statementWithFreshPlan(
    pipeline,
    `insert into ticket (seller_id, id, state, cart_id, ticket_order_id, ticket_type_id, ticket_group_id, event_template_id,
       face_value, adjusted_value, admit_name, admit_email, handler_data, scan_code, valid_from, valid_to, added_by, created_at)
     select $1, $3, 'booked', t.cart_id, t.ticket_order_id, $4, t.ticket_group_id, t.event_template_id, 0, 0, $5, $6,
       '{"action": "buy"}', $7, t.valid_from, t.valid_to, $8, app_now()
     from ticket t where t.seller_id = $1 and t.id = $2 ${withAnswer}`,
    [
      seller_id,
      ticket.beside,
      ticket.id,
      ticket.ticket_type_id,
      ticket.admit_name,
      ticket.admit_email,
      ticket.scan_code,
      ticket.added_by,
    ],
  );
};
