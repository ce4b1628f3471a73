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

const isOf = (whose: Whose) =>
  "email" in whose
    ? sql<SqlBool>`o.identity_id in (select i.id from identity i where i.seller_id = o.seller_id and lower(i.email) = lower(${whose.email}))`
    : sql<SqlBool>`o.owner_identity_id = ${whose.owner_identity_id}::uuid`;

/**
 * Orders with something left to use, newest first: what lies ahead before what is over. `memberships_only`: those that a
 * membership was bought with.
 */
export const ordersToResend = async (
  { db, seller }: Db,
  whose: Whose,
  { memberships_only, most }: { readonly memberships_only: boolean; readonly most: number },
): Promise<readonly { id: string; lies_ahead: boolean }[]> => {
  const { rows } = await sql<{ id: string; lies_ahead: boolean }>`
    select o.id, bool_or(s.id is null or s.end_datetime > app_now()) as lies_ahead
    from ticket_order o
    join ticket t on t.seller_id = o.seller_id and t.ticket_order_id = o.id and t.state in ('booked', 'redeemed')
    join ticket_group g on g.seller_id = t.seller_id and g.id = t.ticket_group_id
    left join event_session s on s.seller_id = t.seller_id and s.id = t.event_session_id
    where o.seller_id = ${seller.id}::uuid and ${isOf(whose)} and (not ${memberships_only}::boolean or g.handler = 'membership')
    group by o.id, o.created_at
    order by lies_ahead desc, o.created_at desc
    limit ${most}`.execute(db);
  return rows;
};
