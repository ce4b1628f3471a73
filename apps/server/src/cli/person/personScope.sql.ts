import type { Database } from "../../db/connections.ts";
import { emailIs } from "../../db/emailIs.ts";
import { statementWithFreshPlan } from "../../db/statements/statement.ts";
import { personalTables, type PersonalTableName } from "./personalData.ts";

/** A person at a seller, as the ids of their rows. */
export type PersonScope = {
  readonly seller_id: string;
  /** In lower case. */
  readonly email: string;
  /** The person's other addresses, of identities that staff have merged. In lower case. */
  readonly otherEmails: readonly string[];
  /** Identities with the address, and those that staff have merged into them. */
  readonly people: readonly string[];
  /** The same identities, and the anonymous visitors that they shopped as. */
  readonly visitors: readonly string[];
  readonly carts: readonly string[];
  readonly orders: readonly string[];
  readonly tickets: readonly string[];
  readonly memberships: readonly string[];
  readonly payments: readonly string[];
  /** Whether the address occurs elsewhere: in an e-mail, a ticket that was sent on, or a gift card sold by staff. */
  readonly isNamed: boolean;
};

const scopeStatement = `
  with named as (
    select id from identity where seller_id = $1 and ${emailIs("email", "$2")}
    union select kept_identity_id from merged_identity where seller_id = $1 and identity_id in (
      select id from identity where seller_id = $1 and ${emailIs("email", "$2")})),
  people as (
    select id from named union select identity_id from merged_identity where seller_id = $1 and kept_identity_id in (select id from named)),
  visitors as (
    select id from people
    union select i.id from cart c join identity i on i.seller_id = c.seller_id and i.id = c.identity_id and i.kind = 'public' and i.email is null
      where c.seller_id = $1 and c.purchaser_identity_id in (select id from people)
    union select i.id from ticket_order o join identity i on i.seller_id = o.seller_id and i.id = o.owner_identity_id and i.kind = 'public' and i.email is null
      where o.seller_id = $1 and o.identity_id in (select id from people)),
  carts as (
    select c.id from cart c where c.seller_id = $1 and (c.purchaser_identity_id in (select id from people)
      -- A browser can be used by several people: a cart with another purchaser is theirs.
      or c.identity_id in (select id from visitors) and c.purchaser_identity_id is null
      or c.identity_id in (select id from people) and c.purchaser_identity_id is null)),
  orders as (
    select id from ticket_order where seller_id = $1
      and (identity_id in (select id from people) or owner_identity_id in (select id from people) or cart_id in (select id from carts))),
  tickets as (
    select id from ticket where seller_id = $1
      and (cart_id in (select id from carts) or ticket_order_id in (select id from orders) or lower(admit_email) = $2)),
  memberships as (
    select id from membership where seller_id = $1
      and (identity_id in (select id from people) or lower(holder_email) = $2 or ticket_order_id in (select id from orders))),
  payments as (
    select id from payment where seller_id = $1
      and (cart_id in (select id from carts) or ticket_order_id in (select id from orders)))
  select array(select id::text from people) as people,
    array(select distinct lower(email) from identity where seller_id = $1 and id in (select id from people) and lower(email) <> $2 order by 1) as "otherEmails", array(select id::text from visitors) as visitors,
    array(select id::text from carts) as carts, array(select id::text from orders) as orders,
    array(select id::text from tickets) as tickets, array(select id::text from memberships) as memberships,
    array(select id::text from payments) as payments,
    exists (select from outbox where seller_id = $1 and lower(to_address) = $2)
      or exists (select from ticket_sending where seller_id = $1 and lower(email) = $2)
      or exists (select from desk_gift_card where seller_id = $1 and lower(email) = $2)
      or exists (select from audit_personal where seller_id = $1 and identity_id is not null
        and strpos(lower(before::text || after::text), $2 || '"') > 0) as "isNamed"`;

/** Finds everything that belongs to the person with this address. */
export const findPerson = async (db: Database, seller_id: string, address: string): Promise<PersonScope> => {
  const email = address.trim().toLowerCase();
  const [found] = await statementWithFreshPlan<Omit<PersonScope, "seller_id" | "email">>(db, scopeStatement, [
    seller_id,
    email,
  ]);
  if (!found) throw new Error("The database did not answer.");
  return { seller_id, email, ...found };
};

/** The person's scope for each address that they have had, for rows that only hold an address. */
export const scopesOfAddresses = async (db: Database, scope: PersonScope): Promise<readonly PersonScope[]> => {
  const scopes = [scope];
  for (const email of scope.otherEmails) scopes.push(await findPerson(db, scope.seller_id, email));
  return scopes;
};

/** The person's ids as a row `s`; its parameters are `scopeValues`. */
export const scopeRow = `(select $1::uuid as seller_id, $2::text as email, $3::uuid[] as people, $4::uuid[] as visitors, $5::uuid[] as carts,
  $6::uuid[] as orders, $7::uuid[] as tickets, $8::uuid[] as memberships, $9::uuid[] as payments) s`;
export const scopeValues = (scope: PersonScope): readonly unknown[] => [
  scope.seller_id,
  scope.email,
  scope.people,
  scope.visitors,
  scope.carts,
  scope.orders,
  scope.tickets,
  scope.memberships,
  scope.payments,
];

/** The person's rows of a table, without its hidden columns. */
export const readPersonalRows = async (
  db: Database,
  table: PersonalTableName,
  scope: PersonScope,
): Promise<readonly Record<string, unknown>[]> => {
  const { about, ...more } = personalTables[table];
  const hidden = "hidden" in more ? Object.keys(more.hidden) : [];
  const rows = await statementWithFreshPlan<{ row: Record<string, unknown> }>(
    db,
    `select to_jsonb(x) - $10::text[] as row from ${table} x, ${scopeRow} where x.seller_id = s.seller_id and (${about})`,
    [...scopeValues(scope), hidden],
  );
  return rows.map(({ row }) => row);
};
