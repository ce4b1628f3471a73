import { sql, type SqlBool } from "kysely";
import type { Database } from "../../db/connect.ts";
import { newId } from "../../db/newId.ts";
import type { Ask } from "../../http/ask.ts";

type Db = Pick<Ask, "db" | "seller">;
/** Whose orders: of an address that is on file with them, or of whoever was logged in. */
export type Whose = { readonly email: string } | { readonly owner_identity_id: string };

export const insertRequest = ({ db, seller }: Db, request: { email: string; memberships_only: boolean }) =>
  db
    .insertInto("resend_request")
    .values({
      ...request,
      seller_id: seller.id,
      id: newId(),
      next_at: sql<string>`app_now()`,
      created_at: sql<string>`app_now()`,
    })
    .execute();

/** Claims what is due, so that no two servers do the same work; whoever dies with it leaves it to the next after a minute. */
export const claimRequests = async (acrossSellers: Database, most: number) => {
  const { rows } = await sql<{
    seller_id: string;
    slug: string;
    id: string;
    email: string;
    memberships_only: boolean;
    attempts: number;
  }>`
    update resend_request r set attempts = attempts + 1, next_at = app_now() + interval '1 minute'
    from seller s
    where s.id = r.seller_id and (r.seller_id, r.id) in (
      select seller_id, id from resend_request where next_at <= app_now() order by next_at limit ${most} for update skip locked)
    returning r.seller_id, s.slug, r.id, r.email, r.memberships_only, r.attempts`.execute(acrossSellers);
  return rows;
};

export const deleteRequest = ({ db, seller }: Db, id: string) =>
  db.deleteFrom("resend_request").where("seller_id", "=", seller.id).where("id", "=", id).execute();

const isOrderOf = (whose: Whose) =>
  "email" in whose
    ? sql<SqlBool>`o.identity_id in (select i.id from identity i where i.seller_id = o.seller_id and lower(i.email) = lower(${whose.email}))`
    : sql<SqlBool>`o.owner_identity_id = ${whose.owner_identity_id}::uuid`;

/** Orders that are not cancelled, newest first: those with something still to be used before those that are over. */
export const ordersToResend = async (
  { db, seller }: Db,
  whose: Whose,
  most: number,
): Promise<readonly { id: string; lies_ahead: boolean }[]> => {
  const { rows } = await sql<{ id: string; lies_ahead: boolean }>`
    select o.id, bool_or(case when s.id is not null then s.end_datetime > app_now()
        else g.handler not in ('donation', 'ledger') and coalesce(t.valid_to > app_now(), true) end) as lies_ahead
    from ticket_order o
    join ticket t on t.seller_id = o.seller_id and t.ticket_order_id = o.id and t.state in ('booked', 'redeemed')
    join ticket_group g on g.seller_id = t.seller_id and g.id = t.ticket_group_id
    left join event_session s on s.seller_id = t.seller_id and s.id = t.event_session_id
    where o.seller_id = ${seller.id}::uuid and ${isOrderOf(whose)}
    group by o.id, o.created_at
    order by lies_ahead desc, o.created_at desc
    limit ${most}`.execute(db);
  return rows;
};

/** A card to be sent again, and to whom. */
export type CardToResend = {
  readonly id: string;
  readonly to_address: string | null;
  readonly ticket_order_id: string;
  readonly party_role: string;
  readonly member_number: string;
  readonly type_name: string;
  readonly level_name: string;
  readonly holder_name: string | null;
  readonly valid_from: string;
  readonly valid_to: string | null;
  readonly is_over: boolean;
  readonly timezone: string;
  readonly physical_card: boolean;
};

const cards = sql`
  select m.id, coalesce(m.holder_email, i.email) as to_address, m.ticket_order_id, m.party_role, m.member_number, y.name as type_name,
    m.level_name, m.holder_name, m.valid_from, m.valid_to, coalesce(m.valid_to <= app_now(), false) as is_over, e.timezone, g.physical_card
  from membership m
  join ticket_type y on y.seller_id = m.seller_id and y.id = m.ticket_type_id
  join ticket_group g on g.seller_id = m.seller_id and g.id = m.ticket_group_id
  join event_template e on e.seller_id = m.seller_id and e.id = m.event_template_id
  left join identity i on i.seller_id = m.seller_id and i.id = m.identity_id and i.kind = 'user'`;

/** Cards of an address that is on file with them, or of an account: those in force before those that are over. */
export const cardsToResend = async (
  { db, seller }: Db,
  whose: Whose,
  most: number,
): Promise<readonly CardToResend[]> => {
  const isCardOf =
    "email" in whose
      ? sql<SqlBool>`lower(coalesce(m.holder_email, i.email)) = lower(${whose.email})`
      : sql<SqlBool>`m.identity_id = ${whose.owner_identity_id}::uuid`;
  const { rows } = await sql<CardToResend>`
    ${cards} where m.seller_id = ${seller.id}::uuid and m.state = 'active' and ${isCardOf}
    order by is_over, m.valid_to desc nulls first, m.created_at desc limit ${most}`.execute(db);
  return rows;
};

/** Of the same order, the cards of those who have no address of their own. */
export const cardsBeside = async ({ db, seller }: Db, card: CardToResend): Promise<readonly CardToResend[]> => {
  const { rows } = await sql<CardToResend>`
    ${cards} where m.seller_id = ${seller.id}::uuid and m.state = 'active' and m.ticket_order_id = ${card.ticket_order_id}::uuid
      and m.id <> ${card.id}::uuid and m.holder_email is null and i.id is null order by m.id`.execute(db);
  return rows;
};
