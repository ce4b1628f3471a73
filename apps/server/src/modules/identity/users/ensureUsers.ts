import type { Database } from "../../../db/connections.ts";
import { guardStands } from "../../../db/faultPoints.ts";
import { newId } from "../../../db/newId.ts";
import { statement } from "../../../db/statement.ts";

/** Somebody who is to have an account, by their address. */
export type UserToEnsure = { readonly email: string; readonly first_name: string; readonly last_name: string };

const emailKey = (email: string): string => email.toLowerCase();

/**
 * The users of addresses, by address as it is compared; whoever is new gets an account without a password. What somebody
 * else bought for an address is theirs to whom letters to it go: a user who never showed that they read them, and may have
 * registered under a stranger's address before its owner came (pre-hijacking), loses password, other ways in and sessions,
 * and gets back in by a letter. In the caller's transaction.
 */
export const ensureUsers = async (
  db: Database,
  seller_id: string,
  wanted: readonly UserToEnsure[],
): Promise<ReadonlyMap<string, string>> => {
  // In one order, so that two who bring the same people do not wait for each other in a circle.
  const people = [...new Map(wanted.map((one) => [emailKey(one.email), one])).entries()].toSorted(([one], [other]) =>
    one < other ? -1 : 1,
  );
  if (people.length === 0) return new Map();
  await statement(db, insertMissingUsers, [
    seller_id,
    people.map(() => newId()),
    people.map(([, { email }]) => email),
    people.map(([, { first_name }]) => first_name),
    people.map(([, { last_name }]) => last_name),
  ]);
  // Whoever made one of them at the same moment has committed by now: asked in a statement of its own, all are seen.
  const users = await statement<{ id: string; key: string; is_proved: boolean }>(db, selectUsersByEmail, [
    seller_id,
    people.map(([key]) => key),
  ]);
  const unverified = users.filter(({ is_proved }) => !is_proved).map(({ id }) => id);
  if (unverified.length > 0 && guardStands("unverified_users")) await lockOutUnverifiedUsers(db, seller_id, unverified);
  return new Map(users.map(({ key, id }) => [key, id]));
};

/** Whoever got into these users' accounts without ever showing that the address is theirs is out of them. */
export const lockOutUnverifiedUsers = async (
  db: Database,
  seller_id: string,
  ids: readonly string[],
): Promise<void> => {
  // Whoever is just logging in by their password holds it: behind them, their session is seen as well.
  await statement(db, lockUserLogins, [seller_id, ids]);
  await statement(db, revokeUnverifiedAccess, [seller_id, ids]);
};

/** The user of an address among those. */
export const userIdOf = (users: ReadonlyMap<string, string>, email: string): string | undefined =>
  users.get(emailKey(email));

const insertMissingUsers = `
  with person as (
    insert into identity (seller_id, id, kind, email, first_name, last_name)
    select $1, w.id, 'user', w.email, nullif(w.first_name, ''), nullif(w.last_name, '')
    from unnest($2::uuid[], $3::text[], $4::text[], $5::text[]) as w (id, email, first_name, last_name)
    on conflict (seller_id, lower(email)) where kind = 'user' and email is not null do nothing
    returning id)
  insert into user_login (seller_id, identity_id) select $1, id from person`;

const selectUsersByEmail = `
  select i.id, lower(i.email) as key, l.email_proved_at is not null as is_proved
  from identity i left join user_login l on l.seller_id = i.seller_id and l.identity_id = i.id
  where i.seller_id = $1 and i.kind = 'user' and i.email is not null and lower(i.email) = any($2::text[])`;

const lockUserLogins = `
  select from user_login where seller_id = $1 and identity_id = any($2::uuid[]) order by identity_id for update`;

const revokeUnverifiedAccess = `
  with login as (
    update user_login set password = null, password_set_at = null
    where seller_id = $1 and identity_id = any($2::uuid[]) and email_proved_at is null and password is not null),
  elsewhere as (delete from external_login where seller_id = $1 and identity_id = any($2::uuid[]))
  update visitor_session set ended_at = app_now()
  where seller_id = $1 and ended_at is null and (identity_id = any($2::uuid[]) or member_identity_id = any($2::uuid[]))`;
