import { emailIsAny } from "../../../db/emailIs.ts";
import { inOneTrip, statement, withAnswer, type Pipeline } from "../../../db/statements/statement.ts";

/** `email` is stored as typed, and `id` is new. Addresses that already have a user are skipped. */
export const insertMissingUsers = async (
  db: Pipeline,
  seller_id: string,
  users: readonly {
    readonly id: string;
    readonly email: string;
    readonly first_name: string;
    readonly last_name: string;
  }[],
): Promise<void> => {
  const ids = users.map(({ id }) => id);
  await inOneTrip(db, (db) =>
    Promise.all([
      statement(
        db,
        `insert into identity (seller_id, id, kind, email, first_name, last_name)
         select $1, w.id, 'user', w.email, nullif(w.first_name, ''), nullif(w.last_name, '')
         from unnest($2::uuid[], $3::text[], $4::text[], $5::text[]) as w (id, email, first_name, last_name)
         on conflict (seller_id, lower(email)) where kind = 'user' and email is not null do nothing`,
        [
          seller_id,
          ids,
          users.map(({ email }) => email),
          users.map(({ first_name }) => first_name),
          users.map(({ last_name }) => last_name),
        ],
      ),
      statement(
        db,
        `insert into user_login (seller_id, identity_id)
         select i.seller_id, i.id from identity i where i.seller_id = $1 and i.id = any($2::uuid[]) ${withAnswer}`,
        [seller_id, ids],
      ),
    ]),
  );
};

export type UserOfEmail = { readonly id: string; readonly key: string; readonly is_verified: boolean };

/** `keys` are addresses in lower case. Nobody merges these users into others until the caller's transaction ends. */
export const selectUsersByEmail = (db: Pipeline, seller_id: string, keys: readonly string[]): Promise<UserOfEmail[]> =>
  statement(
    db,
    `select i.id, lower(i.email) as key, l.email_verified_at is not null as is_verified
     from identity i left join user_login l on l.seller_id = i.seller_id and l.identity_id = i.id
     where i.seller_id = $1 and i.kind = 'user' and i.email is not null and ${emailIsAny("i.email", "$2::text[]")}
     order by i.id for key share of i`,
    [seller_id, keys],
  );

export const lockUserLogins = async (db: Pipeline, seller_id: string, ids: readonly string[]): Promise<void> => {
  await statement(
    db,
    `select from user_login where seller_id = $1 and identity_id = any($2::uuid[]) order by identity_id for update`,
    [seller_id, ids],
  );
};

/** Removes password, external logins and sessions. */
export const revokeUnverifiedAccess = async (
  db: Pipeline,
  seller_id: string,
  ids: readonly string[],
): Promise<void> => {
  await statement(
    db,
    `with login as (
       update user_login set password = null, password_set_at = null
       where seller_id = $1 and identity_id = any($2::uuid[]) and email_verified_at is null and password is not null),
     external as (delete from external_login where seller_id = $1 and identity_id = any($2::uuid[]))
     update visitor_session set ended_at = app_now()
     where seller_id = $1 and ended_at is null and (identity_id = any($2::uuid[]) or member_identity_id = any($2::uuid[]))`,
    [seller_id, ids],
  );
};
