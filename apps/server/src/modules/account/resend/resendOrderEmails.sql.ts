import { sql, type SqlBool } from "kysely";
import { isMonetary } from "@foyer/rules/catalog/handlers.ts";
import { handlerList } from "../../../db/handlerList.ts";
import type { Database } from "../../../db/connections.ts";
import { hasEmail } from "../../../db/emailIs.ts";
import { newId } from "../../../db/newId.ts";
import type { RequestContext } from "../../../http/requestContext.ts";

type Db = Pick<RequestContext, "db" | "seller">;
/** Orders with this address on file, or placed by this user. */
export type ResendFilter = { readonly email: string } | { readonly owner_identity_id: string };

export const insertResendRequest = ({ db, seller }: Db, request: { email: string; memberships_only: boolean }) =>
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

/** Claims due requests of a seller for a minute, so that servers share the work and a crashed server's requests are retried. */
export const claimResendRequests = async (
  acrossSellers: Database,
  { seller_id, slug, ids }: { readonly seller_id: string; readonly slug: string; readonly ids: readonly string[] },
): Promise<ClaimedResend[]> => {
  const { rows } = await sql<ClaimedResend>`
    update resend_request r set attempts = attempts + 1, next_at = app_now() + interval '1 minute'
    where r.seller_id = ${seller_id} and r.id in (
      select id from resend_request where seller_id = ${seller_id} and id = any(${ids}::uuid[]) and next_at <= app_now()
      order by id for update skip locked)
    returning r.seller_id, ${slug}::text as slug, r.id, r.email, r.memberships_only, r.attempts`.execute(acrossSellers);
  return rows;
};
type ClaimedResend = {
  seller_id: string;
  slug: string;
  id: string;
  email: string;
  memberships_only: boolean;
  attempts: number;
};

/** Due requests of all sellers, without locks. */
export const dueResendRequests = async (acrossSellers: Database, limit: number) => {
  const { rows } = await sql<{ seller_id: string; slug: string; id: string }>`
    select r.seller_id, s.slug, r.id from resend_request r join seller s on s.id = r.seller_id
    where r.next_at <= app_now() order by r.next_at limit ${limit}`.execute(acrossSellers);
  return rows;
};

export const deleteResendRequest = ({ db, seller }: Db, id: string) =>
  db.deleteFrom("resend_request").where("seller_id", "=", seller.id).where("id", "=", id).execute();

const matchesOrder = (seller_id: string, filter: ResendFilter) =>
  "email" in filter
    ? sql<SqlBool>`o.identity_id in (select i.id from identity i where i.seller_id = ${seller_id}::uuid and ${hasEmail("i.email", filter.email)})`
    : sql<SqlBool>`o.owner_identity_id = ${filter.owner_identity_id}::uuid`;

/** Orders that are not cancelled: those with something still to be used first, newest first within each part. */
export const ordersToResend = async (
  { db, seller }: Db,
  filter: ResendFilter,
  limit: number,
): Promise<readonly { id: string; is_upcoming: boolean }[]> => {
  const { rows } = await sql<{ id: string; is_upcoming: boolean }>`
    select o.id, bool_or(case when s.id is not null then s.end_datetime > app_now() and not s.cancelled
        else g.handler not in ${sql.raw(handlerList(isMonetary))} and coalesce(t.valid_to > app_now(), true) end) as is_upcoming
    from ticket_order o
    join ticket t on t.seller_id = o.seller_id and t.ticket_order_id = o.id and t.state in ('booked', 'redeemed')
    join ticket_group g on g.seller_id = t.seller_id and g.id = t.ticket_group_id
    left join event_session s on s.seller_id = t.seller_id and s.id = t.event_session_id
    where o.seller_id = ${seller.id}::uuid and ${matchesOrder(seller.id, filter)}
    group by o.id, o.created_at
    order by is_upcoming desc, o.created_at desc
    limit ${limit}`.execute(db);
  return rows;
};

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
  readonly is_expired: boolean;
  readonly timezone: string;
  readonly physical_card: boolean;
};

const selectCards = sql`
  select m.id, coalesce(m.holder_email, i.email) as to_address, m.ticket_order_id, m.party_role, m.member_number, y.name as type_name,
    m.level_name, m.holder_name, m.valid_from, m.valid_to, coalesce(m.valid_to <= app_now(), false) as is_expired, e.timezone, g.physical_card
  from membership m
  join ticket_type y on y.seller_id = m.seller_id and y.id = m.ticket_type_id
  join ticket_group g on g.seller_id = m.seller_id and g.id = m.ticket_group_id
  join event_template e on e.seller_id = m.seller_id and e.id = m.event_template_id
  left join identity i on i.seller_id = m.seller_id and i.id = m.identity_id and i.kind = 'user'`;

/** Cards with this address on file, or in this user's account: current ones before expired ones. */
export const cardsToResend = async (
  { db, seller }: Db,
  filter: ResendFilter,
  limit: number,
): Promise<readonly CardToResend[]> => {
  const matchesCard =
    "email" in filter
      ? sql<SqlBool>`lower(coalesce(m.holder_email, i.email)) = lower(${filter.email})`
      : sql<SqlBool>`m.identity_id = ${filter.owner_identity_id}::uuid`;
  const { rows } = await sql<CardToResend>`
    ${selectCards} where m.seller_id = ${seller.id}::uuid and m.state = 'active' and ${matchesCard}
    order by is_expired, m.valid_to desc nulls first, m.created_at desc limit ${limit}`.execute(db);
  return rows;
};

/** Cards of the same order whose holders have no e-mail address. */
export const otherCardsOfOrder = async ({ db, seller }: Db, card: CardToResend): Promise<readonly CardToResend[]> => {
  const { rows } = await sql<CardToResend>`
    ${selectCards} where m.seller_id = ${seller.id}::uuid and m.state = 'active' and m.ticket_order_id = ${card.ticket_order_id}::uuid
      and m.id <> ${card.id}::uuid and m.holder_email is null and i.id is null order by m.id`.execute(db);
  return rows;
};
