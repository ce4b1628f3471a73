import type { MergeKind } from "@foyer/rules/membership/party/mergePersons.ts";
import { emailIs } from "../../../db/emailIs.ts";
import { statementWithFreshPlan, type Pipeline } from "../../../db/statements/statement.ts";
import { accountsByWords, endsOfSpellings, mostAccounts, type SoughtAccounts } from "../accounts/accounts.sql.ts";

/**
 * A person, identified by what they have: an account with all guests of its address, such guests only, or a card that
 * belongs to no account.
 */
export type PersonIds = {
  readonly id: string;
  readonly kind: MergeKind;
  /** Empty for a card without an account. */
  readonly identity_ids: readonly string[];
  /** For a card without an account. */
  readonly member_number: string | null;
};

const isMerged = `exists (select from merged_identity x where x.seller_id = $1 and x.identity_id = i.id)`;

/** Guests with the address of an identity, except those with an open cart, who are left unchanged. */
const guestsOf = (i: string) => `
  select g.id from identity g where g.seller_id = $1 and g.kind = 'guest' and g.email is not null and ${emailIs("g.email", `${i}.email`)}
    and not exists (select from merged_identity x where x.seller_id = $1 and x.identity_id = g.id)
    and not exists (select from cart c where c.seller_id = $1 and c.purchaser_identity_id = g.id and c.state = 'pending')`;

/**
 * The person with an identity, or on a card without one. Undefined if they are not at this seller, or were merged into
 * another.
 */
export const findPersonIds = async (
  pipeline: Pipeline,
  seller_id: string,
  id: string,
): Promise<PersonIds | undefined> => {
  const [row] = await statementWithFreshPlan<PersonIds>(
    pipeline,
    `select i.id, case when i.kind = 'user' then 'account' else 'guest' end as kind, null as member_number,
       array(select y.id::text from (select i.id where i.kind = 'user' union ${guestsOf("i")}) y order by 1) as identity_ids
     from identity i where i.seller_id = $1 and i.id = $2 and (i.kind = 'user' or i.kind = 'guest' and i.email is not null) and not ${isMerged}
     union all
     select m.id, 'card', m.member_number, '{}' from membership m where m.seller_id = $1 and m.id = $2 and m.identity_id is null`,
    [seller_id, id],
  );
  return row;
};

export type PersonFacts = {
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly holder_name: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly address: string | null;
  readonly has_password: boolean;
  readonly has_verified_email: boolean;
  readonly external_logins: number;
  readonly memberships: number;
  readonly orders: number;
  readonly gift_cards: number;
  readonly notes: number;
  readonly open_carts: number;
  readonly payment_methods: number;
  readonly renewals: number;
  readonly logins: number;
  readonly rows: number;
  /**
   * Differs as soon as anything differs that staff compare. Carts and logins do not count, since they change by themselves.
   */
  readonly version: string;
};

const factsStatement = `
  with cards as (
    select m.* from membership m where m.seller_id = $1 and (m.identity_id = any($3::uuid[]) or m.identity_id is null and m.member_number = $4)),
  orders as (
    select o.id from ticket_order o where o.seller_id = $1 and (o.identity_id = any($3::uuid[]) or o.owner_identity_id = any($3::uuid[]))),
  carts as (
    select c.id, c.state, c.expires_at from cart c where c.seller_id = $1 and (c.identity_id = any($3::uuid[]) or c.purchaser_identity_id = any($3::uuid[]))),
  renewals as (select a.* from auto_renewal a where a.seller_id = $1 and a.identity_id = any($3::uuid[])),
  methods as (select s.id, s.retired_at from saved_payment_method s where s.seller_id = $1 and s.identity_id = any($3::uuid[])),
  n as (select
    (select count(distinct member_number)::int from cards) as memberships, (select count(*)::int from orders) as orders,
    (select count(*)::int from ledger_account a join ticket t on t.seller_id = $1 and t.id = a.source_ticket_id
      where a.seller_id = $1 and t.ticket_order_id in (select id from orders)) as gift_cards,
    (select count(*)::int from order_note w where w.seller_id = $1 and w.text is not null and w.ticket_order_id in (select id from orders)) as notes,
    (select count(*)::int from carts where state = 'pending' and expires_at > app_now()) as open_carts,
    (select count(*)::int from methods where retired_at is null) as payment_methods,
    (select count(*)::int from renewals where state = 'scheduled') as renewals,
    (select count(*)::int from visitor_session v where v.seller_id = $1 and v.member_identity_id = any($3::uuid[])
      and v.ended_at is null and v.expires_at > app_now()) as logins,
    (select count(*)::int from external_login e where e.seller_id = $1 and e.identity_id = any($3::uuid[])) as external_logins,
    (select count(*)::int from cards) + (select count(*)::int from orders) + (select count(*)::int from carts)
      + (select count(*)::int from renewals) + (select count(*)::int from methods) as rows)
  select i.first_name, i.last_name, (select c.holder_name from cards c where i.id is null order by c.valid_from desc limit 1) as holder_name,
    coalesce(i.email, (select c.holder_email from cards c where i.id is null order by c.valid_from desc limit 1)) as email, i.phone,
    nullif(array_to_string(array[i.address, i.address_more, nullif(concat_ws(' ', i.zip_code, i.city), ''), i.state, i.region, i.country], ', '), '') as address,
    l.password is not null as has_password, l.email_verified_at is not null as has_verified_email, n.*,
    md5(concat_ws('|', i.id, i.kind, i.first_name, i.last_name, i.email, i.phone, i.address, i.address_more, i.zip_code, i.city, i.state, i.region,
      i.country, l.password, l.email_verified_at, n.external_logins,
      (select string_agg(concat_ws(',', c.id, c.state, c.valid_to, c.member_number, c.holder_name, c.holder_email, c.identity_id), ';' order by c.id) from cards c),
      (select string_agg(concat_ws(',', o.id, (select count(*) from order_change w where w.seller_id = $1 and w.ticket_order_id = o.id)), ';' order by o.id) from orders o),
      (select string_agg(concat_ws(',', a.membership_id, a.state, a.attempts, a.announced_at, a.capture_started_at), ';' order by a.membership_id) from renewals a),
      (select string_agg(concat_ws(',', s.id, s.retired_at), ';' order by s.id) from methods s))) as version
  from n left join identity i on i.seller_id = $1 and i.id = $2
  left join user_login l on l.seller_id = $1 and l.identity_id = i.id`;

export const readPersonFacts = async (
  pipeline: Pipeline,
  seller_id: string,
  { id, identity_ids, member_number }: PersonIds,
): Promise<PersonFacts> => {
  // For a card the id is the membership's, which matches no identity. Without an id, the outer join would provably find
  // nothing, on which a cluster's coordinator fails.
  const [facts] = await statementWithFreshPlan<PersonFacts>(pipeline, factsStatement, [
    seller_id,
    id,
    identity_ids,
    member_number,
  ]);
  if (!facts) throw new Error("The database did not answer.");
  return facts;
};

/**
 * The identity of the person on a card, or the membership's id if it belongs to no account. Undefined if there is no such
 * card.
 */
export const personOfMembership = async (
  pipeline: Pipeline,
  seller_id: string,
  membership_id: string,
): Promise<string | undefined> => {
  const [row] = await statementWithFreshPlan<{ id: string }>(
    pipeline,
    `select coalesce(m.identity_id, m.id) as id from membership m where m.seller_id = $1 and m.id = $2`,
    [seller_id, membership_id],
  );
  return row?.id;
};

/** What a search can match, as in the list of members. */
export type SoughtPersons = SoughtAccounts & {
  readonly number: string | undefined;
  readonly order_numbers: readonly number[];
  readonly zip_codes: readonly string[];
};

export type FoundPersonRow = {
  readonly id: string;
  readonly kind: MergeKind;
  readonly name: string | null;
  readonly email: string | null;
  readonly memberships: number;
  readonly orders: number;
};

const searchStatement = `
  with cards as (
    select m.id, m.identity_id, m.member_number, m.holder_name from membership m where m.seller_id = $1 and (m.member_number = $2 or m.scan_code = $2)
    union
    select m.id, m.identity_id, m.member_number, m.holder_name from ticket_order o
      join membership m on m.seller_id = $1 and m.ticket_order_id = o.id where o.seller_id = $1 and o.order_number = any($3::bigint[])),
  found as materialized (
    (select identity_id as id from cards where identity_id is not null
     union select o.identity_id from ticket_order o where o.seller_id = $1 and o.order_number = any($3::bigint[])
     union select o.owner_identity_id from ticket_order o where o.seller_id = $1 and o.order_number = any($3::bigint[])
     union (select i.id from identity i where i.seller_id = $1 and i.zip_code = any($4::text[]) limit ${mostAccounts})
     union (select i.id from identity i where i.seller_id = $1 and i.email is not null and ${emailIs("i.email", "$5")} limit ${mostAccounts})
     union ${accountsByWords({ words: ["$6", "$7"], phones: ["$8", "$9"] })}) limit ${mostAccounts}),
  people as (
    select distinct on (case when i.kind = 'user' then i.id::text else lower(i.email) end) i.id, case when i.kind = 'user' then 'account' else 'guest' end as kind,
      nullif(concat_ws(' ', i.first_name, i.last_name), '') as name, i.email
    from found f join identity i on i.seller_id = $1 and i.id = f.id
    where (i.kind = 'user' or i.kind = 'guest' and i.email is not null) and not ${isMerged}
    order by case when i.kind = 'user' then i.id::text else lower(i.email) end, i.created_at desc, i.id)
  select p.id, p.kind, p.name, p.email,
    (select count(distinct m.member_number)::int from membership m where m.seller_id = $1 and m.identity_id = p.id) as memberships,
    (select count(*)::int from ticket_order o where o.seller_id = $1 and (o.owner_identity_id = p.id or o.identity_id in (
      select g.id from identity g where g.seller_id = $1 and (g.id = p.id or g.kind = 'guest' and ${emailIs("g.email", "p.email")})))) as orders
  from people p
  union all
  (select distinct on (c.member_number) c.id, 'card', c.holder_name, null, 1, 0 from cards c where c.identity_id is null order by c.member_number, c.id)
  limit $10`;

/** People by what they have bought or are members by, and by their address. */
export const searchPersons = (
  pipeline: Pipeline,
  seller_id: string,
  { number, order_numbers, zip_codes, email, name_words, phone_beginnings }: SoughtPersons,
  limit: number,
): Promise<FoundPersonRow[]> =>
  statementWithFreshPlan(pipeline, searchStatement, [
    seller_id,
    number ?? null,
    order_numbers,
    zip_codes,
    email,
    name_words,
    endsOfSpellings(name_words),
    phone_beginnings,
    endsOfSpellings(phone_beginnings),
    limit,
  ]);
