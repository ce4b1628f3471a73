import type { WrongLine } from "@foyer/contract/office/csvImport.ts";
import type { ImportRow } from "@foyer/rules/membership/imports/importRows.ts";
import { emailIsAny } from "../../../db/emailIs.ts";
import { statementWithFreshPlan, type Pipeline } from "../../../db/statements/statement.ts";

export type KnownMemberRow = {
  readonly email: string;
  readonly level_id: string;
  readonly level: string;
  readonly membership_id: string;
};

/** Memberships in the accounts of these addresses that are active, or have ended without being renewed. */
export const membersByEmail = (
  pipeline: Pipeline,
  seller_id: string,
  emails: readonly string[],
): Promise<KnownMemberRow[]> =>
  statementWithFreshPlan(
    pipeline,
    `select lower(i.email) as email, m.ticket_group_id as level_id, m.level_name as level, m.id as membership_id
     from identity i join membership m on m.seller_id = $1 and m.identity_id = i.id and m.state = 'active'
     where i.seller_id = $1 and i.kind = 'user' and ${emailIsAny("i.email", "$2::text[]")}
       and not exists (select from membership n where n.seller_id = $1 and n.renews_id = m.id and n.state = 'active')
     order by m.valid_to desc nulls first, m.id`,
    [seller_id, emails],
  );

export type StoredImport = {
  readonly id: string;
  readonly staff_id: string;
  readonly by: string;
  readonly created_at: string;
  readonly rows: number;
  readonly done: number;
  readonly failed: number;
  readonly state: "open" | "ended" | "cancelled";
  readonly failed_lines: readonly WrongLine[];
};

const columns = `j.id, j.staff_id, s.name as by, j.created_at, j.rows, j.done, j.failed,
  case when j.cancelled_at is not null then 'cancelled' when j.ended_at is not null then 'ended' else 'open' end as state,
  coalesce((select json_agg(json_build_object('line', f.line, 'problem', f.problem) order by f.line) from (
    select r.line, r.problem from member_import_row r where r.seller_id = $1 and r.member_import_id = j.id and r.state = 'failed'
    order by r.line limit 200) f), '[]') as failed_lines`;

export const newestImports = (pipeline: Pipeline, seller_id: string): Promise<StoredImport[]> =>
  statementWithFreshPlan(
    pipeline,
    `select ${columns} from member_import j join staff s on s.id = j.staff_id
     where j.seller_id = $1 order by j.created_at desc, j.id limit 20`,
    [seller_id],
  );

export const findImport = async (
  pipeline: Pipeline,
  seller_id: string,
  id: string,
): Promise<StoredImport | undefined> => {
  const [row] = await statementWithFreshPlan<StoredImport>(
    pipeline,
    `select ${columns} from member_import j join staff s on s.id = j.staff_id where j.seller_id = $1 and j.id = $2`,
    [seller_id, id],
  );
  return row;
};

/** Returns false if it exists already. */
export const insertImport = async (
  pipeline: Pipeline,
  seller_id: string,
  one: { readonly id: string; readonly staff_id: string; readonly rows: number; readonly sends_cards: boolean },
): Promise<boolean> => {
  const rows = await statementWithFreshPlan(
    pipeline,
    `insert into member_import (seller_id, id, staff_id, rows, sends_cards, created_at) values ($1, $2, $3, $4, $5, app_now())
     on conflict do nothing returning id`,
    [seller_id, one.id, one.staff_id, one.rows, one.sends_cards],
  );
  return rows.length > 0;
};

/** Stores rows, and returns the lines of those stored. A row whose number is in another import is not stored. */
export const insertImportRows = async (
  pipeline: Pipeline,
  seller_id: string,
  { id, rows }: { readonly id: string; readonly rows: readonly ImportRow[] },
): Promise<ReadonlySet<number>> => {
  const stored = await statementWithFreshPlan<{ line: number }>(
    pipeline,
    `insert into member_import_row (seller_id, member_import_id, line, first_name, last_name, email, ticket_group_id, valid_from,
       valid_to, member_number, created_at)
     select $1, $2, n.*, app_now() from unnest($3::int[], $4::text[], $5::text[], $6::text[], $7::uuid[], $8::timestamptz[],
       $9::timestamptz[], $10::text[]) as n order by 3
     on conflict do nothing returning line`,
    [
      seller_id,
      id,
      rows.map(({ line }) => line),
      rows.map(({ first_name }) => first_name),
      rows.map(({ last_name }) => last_name),
      rows.map(({ email }) => email),
      rows.map(({ level }) => level),
      rows.map(({ valid_from }) => valid_from),
      rows.map(({ valid_to }) => valid_to),
      rows.map(({ member_number }) => member_number),
    ],
  );
  return new Set(stored.map(({ line }) => line));
};

export type WaitingRow = {
  readonly line: number;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly ticket_group_id: string;
  readonly valid_from: string;
  readonly valid_to: string;
  readonly member_number: string | null;
};

export const waitingRows = (
  pipeline: Pipeline,
  seller_id: string,
  { id, limit }: { readonly id: string; readonly limit: number },
): Promise<WaitingRow[]> =>
  statementWithFreshPlan(
    pipeline,
    `select line, first_name, last_name, email, ticket_group_id, valid_from, valid_to, member_number
     from member_import_row where seller_id = $1 and member_import_id = $2 and state = 'waiting' order by line limit $3`,
    [seller_id, id, limit],
  );

/** Locks an open import. Returns whether the row is still waiting. */
export const lockWaitingRow = async (
  pipeline: Pipeline,
  seller_id: string,
  { id, line }: { readonly id: string; readonly line: number },
): Promise<boolean> => {
  await statementWithFreshPlan(pipeline, `select from member_import where seller_id = $1 and id = $2 for update`, [
    seller_id,
    id,
  ]);
  // A separate statement after the lock sees what the previous holder has written.
  const rows = await statementWithFreshPlan(
    pipeline,
    `select line from member_import_row r
     where r.seller_id = $1 and r.member_import_id = $2 and r.line = $3 and r.state = 'waiting'`,
    [seller_id, id, line],
  );
  return rows.length > 0;
};

/** Ends a row and erases the person's details. The caller has locked its import, which ends with its last row. */
export const endRow = async (
  pipeline: Pipeline,
  seller_id: string,
  row: {
    readonly id: string;
    readonly line: number;
    readonly membership_id: string | null;
    readonly problem: string | null;
  },
): Promise<void> => {
  await statementWithFreshPlan(
    pipeline,
    `update member_import_row set state = case when $4::uuid is null then 'failed' else 'done' end, membership_id = $4, problem = $5,
       first_name = null, last_name = null, email = null
     where seller_id = $1 and member_import_id = $2 and line = $3`,
    [seller_id, row.id, row.line, row.membership_id, row.problem],
  );
  await statementWithFreshPlan(
    pipeline,
    `update member_import j set done = j.done + $3::int, failed = j.failed + $4::int,
       ended_at = case when not exists (select from member_import_row r
         where r.seller_id = $1 and r.member_import_id = $2 and r.state = 'waiting') then app_now() end
     where j.seller_id = $1 and j.id = $2`,
    [seller_id, row.id, row.membership_id === null ? 0 : 1, row.membership_id === null ? 1 : 0],
  );
};

/** Ends an import that has no waiting rows, even if these were deleted since. Returns the number of waiting rows. */
export const endWithoutRows = async (pipeline: Pipeline, seller_id: string, id: string): Promise<number> => {
  await statementWithFreshPlan(
    pipeline,
    `update member_import j set ended_at = app_now() where j.seller_id = $1 and j.id = $2 and j.ended_at is null
       and not exists (select from member_import_row r where r.seller_id = $1 and r.member_import_id = $2 and r.state = 'waiting')`,
    [seller_id, id],
  );
  const [row] = await statementWithFreshPlan<{ n: number }>(
    pipeline,
    `select count(*)::int as n from member_import_row r
     where r.seller_id = $1 and r.member_import_id = $2 and r.state = 'waiting'`,
    [seller_id, id],
  );
  return row?.n ?? 0;
};

/** Deletes the waiting rows. */
export const cancelRest = async (pipeline: Pipeline, seller_id: string, id: string): Promise<boolean> => {
  const rows = await statementWithFreshPlan(
    pipeline,
    `update member_import set ended_at = app_now(), cancelled_at = app_now()
     where seller_id = $1 and id = $2 and ended_at is null returning id`,
    [seller_id, id],
  );
  if (rows.length === 0) return false;
  await statementWithFreshPlan(
    pipeline,
    `delete from member_import_row where seller_id = $1 and member_import_id = $2 and state = 'waiting'`,
    [seller_id, id],
  );
  return true;
};

/** Makes sure that the purchaser gets no e-mail about the order. */
export const muteGuest = async (pipeline: Pipeline, seller_id: string, identity_id: string): Promise<void> => {
  await statementWithFreshPlan(
    pipeline,
    `update identity set meta = coalesce(meta, '{}') || '{"send_email": false}' where seller_id = $1 and id = $2`,
    [seller_id, identity_id],
  );
};

/** How the rows of an existing import are to be imported. */
export const importSettings = async (
  pipeline: Pipeline,
  seller_id: string,
  id: string,
): Promise<{ readonly sends_cards: boolean } | undefined> => {
  const [row] = await statementWithFreshPlan<{ sends_cards: boolean }>(
    pipeline,
    `select sends_cards from member_import where seller_id = $1 and id = $2`,
    [seller_id, id],
  );
  return row;
};
