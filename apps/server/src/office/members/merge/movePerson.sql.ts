import { newId } from "../../../db/newId.ts";
import { statementWithFreshPlan, type Pipeline } from "../../../db/statements/statement.ts";
import { mergedColumns } from "./mergedColumns.ts";
import type { PersonIds } from "./mergePersons.sql.ts";

/** Locks a person's carts, ordered by id like every transaction, and returns whether one is being paid for. */
export const lockPersonCarts = async (
  pipeline: Pipeline,
  seller_id: string,
  { identity_ids }: PersonIds,
): Promise<{ readonly is_paying: boolean }> => {
  const rows = await statementWithFreshPlan<{ is_paying: boolean }>(
    pipeline,
    `select c.state = 'pending' and coalesce(c.leased_until > app_now(), false) as is_paying from cart c
     where c.seller_id = $1 and (c.identity_id = any($2::uuid[]) or c.purchaser_identity_id = any($2::uuid[])) order by c.id for update`,
    [seller_id, identity_ids],
  );
  return { is_paying: rows.some(({ is_paying }) => is_paying) };
};

/**
 * Locks the person's memberships and then their automatic renewals, including those that they pay for, in the order in
 * which a term is ordered; then login codes and links, which a login locks before the identity.
 */
export const lockPersonTerms = async (
  pipeline: Pipeline,
  seller_id: string,
  { identity_ids, member_number }: PersonIds,
): Promise<void> => {
  const values = [seller_id, identity_ids, member_number];
  const isTheirs =
    "m.seller_id = $1 and (m.identity_id = any($2::uuid[]) or m.identity_id is null and m.member_number = $3)";
  await statementWithFreshPlan(pipeline, `select from membership m where ${isTheirs} order by m.id for update`, values);
  await statementWithFreshPlan(
    pipeline,
    `select from auto_renewal a where a.seller_id = $1 and (a.identity_id = any($2::uuid[])
       or a.membership_id in (select m.id from membership m where ${isTheirs})) order by a.membership_id for update`,
    values,
  );
  await statementWithFreshPlan(
    pipeline,
    `select from login_token where seller_id = $1 and identity_id = any($2::uuid[]) order by id for update`,
    [seller_id, identity_ids],
  );
};

/** Whether a renewal of either person, or one that they pay for, is being processed. Whoever processes it locks its row. */
export const hasClaimedRenewal = async (
  pipeline: Pipeline,
  seller_id: string,
  identity_ids: readonly string[],
): Promise<boolean> => {
  const [row] = await statementWithFreshPlan<{ it: boolean }>(
    pipeline,
    `select exists (select from auto_renewal a join membership m on m.seller_id = $1 and m.id = a.membership_id
       where a.seller_id = $1 and a.state = 'scheduled' and a.claimed_until > app_now()
         and (a.identity_id = any($2::uuid[]) or m.identity_id = any($2::uuid[]))) as it`,
    [seller_id, identity_ids],
  );
  return row?.it ?? false;
};

/**
 * Locks identities in a fixed order, so that the second of two merges of the same persons sees the result of the first. New
 * rows cannot refer to a merged identity meanwhile, since their foreign keys need a lock too. Purchases and logins of the
 * kept identity continue.
 */
export const lockIdentities = async (
  pipeline: Pipeline,
  seller_id: string,
  { merged_ids, kept }: { readonly merged_ids: readonly string[]; readonly kept: string },
): Promise<void> => {
  const lock = (ids: readonly string[], strength: "update" | "no key update") =>
    statementWithFreshPlan(
      pipeline,
      `select from identity where seller_id = $1 and id = any($2::uuid[]) order by id for ${strength}`,
      [seller_id, ids],
    );
  await lock(
    merged_ids.filter((id) => id < kept),
    "update",
  );
  await lock([kept], "no key update");
  await lock(
    merged_ids.filter((id) => id > kept),
    "update",
  );
};

/** Rows of one column that referred to one identity; `from` is null if they referred to none. */
export type MovedRows = { readonly column: string; readonly from: string | null; readonly keys: readonly string[] };

const moves = Object.entries(mergedColumns).flatMap(([name, column]) => {
  if (!column.moves) return [];
  const [table, field] = name.split(".");
  const { key, also, only = "true" } = column;
  const theirs = `x.${field} = any($2::uuid[])${also === undefined ? "" : ` or ${also}`}`;
  const text = `
    with was as (
      select ${key} as key, x.${field} as was from ${table} x
      where x.seller_id = $1 and (${theirs}) and ${only} and $3::uuid is not null and $4::uuid is not distinct from $4::uuid and $5::text is not distinct from $5::text
      order by 1 for update)
    update ${table} x set ${field} = $3::uuid from was where x.seller_id = $1 and ${key} = was.key
    returning was.key as key, was.was::text as was`;
  return [{ name, text }];
});

/** Moves everything of a person to the kept one, and returns what was moved. */
export const movePersonRows = async (
  pipeline: Pipeline,
  seller_id: string,
  { id, kind, identity_ids, member_number }: PersonIds,
  kept_id: string,
): Promise<readonly MovedRows[]> => {
  const moved: MovedRows[] = [];
  for (const { name, text } of moves) {
    const rows = await statementWithFreshPlan<{ key: string; was: string | null }>(pipeline, text, [
      seller_id,
      identity_ids,
      kept_id,
      kind === "account" ? id : null,
      member_number,
    ]);
    for (const [from, keys] of Map.groupBy(rows, ({ was }) => was))
      moved.push({ column: name, from, keys: keys.map(({ key }) => key) });
  }
  return moved;
};

/** Orders from before declarations were stored with orders get their buyer's declaration. */
export const keepGiftAid = async (
  pipeline: Pipeline,
  seller_id: string,
  identity_ids: readonly string[],
): Promise<void> => {
  await statementWithFreshPlan(
    pipeline,
    `update ticket_order o set gift_aid = i.gift_aid_eligible from identity i
     where o.seller_id = $1 and i.seller_id = $1 and i.id = any($2::uuid[]) and o.identity_id = i.id
       and o.gift_aid is null and i.gift_aid_eligible is not null`,
    [seller_id, identity_ids],
  );
};

const columnsOf = {
  name: ["first_name", "last_name"],
  email: ["email"],
  phone: ["phone"],
  address: ["address", "address_more", "city", "state", "region", "country", "zip_code"],
} as const;
export type MergedField = keyof typeof columnsOf;
const columns = Object.values(columnsOf).flat();

/** Columns of an identity and its login, as recorded with a merge. */
export type IdentityFields = Readonly<Record<string, unknown>> &
  Readonly<Record<"first_name" | "last_name" | "email" | "phone", string | null>>;

/** The columns of identities, as one JSON value each. */
export const readIdentityFields = async (
  pipeline: Pipeline,
  seller_id: string,
  ids: readonly string[],
): Promise<Readonly<Record<string, IdentityFields>>> => {
  const rows = await statementWithFreshPlan<{ id: string; fields: IdentityFields }>(
    pipeline,
    `select i.id, jsonb_build_object(${columns.map((name) => `'${name}', i.${name}`).join(", ")}, 'kind', i.kind,
       'gift_aid_eligible', i.gift_aid_eligible, 'additional_info', i.additional_info, 'email_verified_at', l.email_verified_at) as fields
     from identity i left join user_login l on l.seller_id = $1 and l.identity_id = i.id
     where i.seller_id = $1 and i.id = any($2::uuid[]) order by i.id`,
    [seller_id, ids],
  );
  return Object.fromEntries(rows.map(({ id, fields }) => [id, fields]));
};

/** Merged identities can no longer log in, and lead to the kept one. */
export const markMerged = async (
  pipeline: Pipeline,
  seller_id: string,
  identity_ids: readonly string[],
  kept_id: string,
): Promise<void> => {
  const values = [seller_id, identity_ids];
  await statementWithFreshPlan(
    pipeline,
    `update identity set kind = 'guest' where seller_id = $1 and id = any($2::uuid[]) and kind = 'user'`,
    values,
  );
  await statementWithFreshPlan(
    pipeline,
    `update visitor_session set ended_at = app_now() where seller_id = $1 and ended_at is null
       and (identity_id = any($2::uuid[]) or member_identity_id = any($2::uuid[]))`,
    values,
  );
  await statementWithFreshPlan(
    pipeline,
    `update login_token set ended_at = app_now() where seller_id = $1 and identity_id = any($2::uuid[]) and ended_at is null and used_at is null`,
    values,
  );
  // Identities that were merged earlier now lead to the kept one.
  await statementWithFreshPlan(
    pipeline,
    `update merged_identity set kept_identity_id = $3 where seller_id = $1 and kept_identity_id = any($2::uuid[])`,
    [...values, kept_id],
  );
  await statementWithFreshPlan(
    pipeline,
    `insert into merged_identity as m (seller_id, identity_id, kept_identity_id)
     select $1, n.id, $3 from unnest($2::uuid[]) as n (id) returning m.identity_id`,
    [...values, kept_id],
  );
};

/** Copies the chosen fields of the other identity to the kept one, and the answers that it lacks. */
export const takeFields = async (
  pipeline: Pipeline,
  seller_id: string,
  { from, to, fields }: { readonly from: string; readonly to: string; readonly fields: readonly MergedField[] },
): Promise<void> => {
  const taken = fields.flatMap((field): readonly string[] => columnsOf[field]).map((name) => `${name} = o.${name}`);
  await statementWithFreshPlan(
    pipeline,
    `update identity i set ${[...taken, "additional_info = o.additional_info || i.additional_info"].join(", ")}
     from identity o where i.seller_id = $1 and i.id = $2 and o.seller_id = $1 and o.id = $3`,
    [seller_id, to, from],
  );
  if (!fields.includes("email")) return;
  await statementWithFreshPlan(
    pipeline,
    `insert into user_login as l (seller_id, identity_id, email_verified_at)
     select o.seller_id, $2::uuid, o.email_verified_at from user_login o where o.seller_id = $1 and o.identity_id = $3
     on conflict (seller_id, identity_id) do update set email_verified_at = excluded.email_verified_at returning l.identity_id`,
    [seller_id, to, from],
  );
};

export type MergeRecord = {
  readonly kept_identity_id: string;
  readonly merged: Pick<PersonIds, "id" | "kind">;
  readonly staff_id: string;
  readonly before: Readonly<Record<string, unknown>>;
  readonly moved: readonly MovedRows[];
};

/** Records what was moved from whom, and the fields of both before the merge. */
export const recordMerge = async (pipeline: Pipeline, seller_id: string, record: MergeRecord): Promise<void> => {
  const { kept_identity_id, merged, staff_id, before, moved } = record;
  await statementWithFreshPlan(
    pipeline,
    `insert into person_merge (seller_id, id, kept_identity_id, merged_id, merged_kind, staff_id, before, moved)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      seller_id,
      newId(),
      kept_identity_id,
      merged.id,
      merged.kind,
      staff_id,
      JSON.stringify(before),
      JSON.stringify(moved),
    ],
  );
};
