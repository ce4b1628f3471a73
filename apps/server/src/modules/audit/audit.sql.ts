import { sql } from "kysely";
import type { AuditAction, AuditActor, AuditChannel } from "@foyer/contract/office/staff/auditActions.ts";
import type { Database } from "../../db/connections.ts";
import { cursorOf, orderOf, rowsAfter, type ListOrder } from "../../db/keyset.ts";

/** How many years entries are kept; a seller may set a longer period (jobs/retention/periods.ts). */
const keptYears = { change: 7, access: 1 } as const;

export type StoredEntry = {
  readonly seller_id: string;
  readonly id: string;
  readonly kind: "change" | "access";
  readonly actor: AuditActor;
  readonly staff_id: string | null;
  readonly roles: readonly string[];
  readonly via: AuditChannel;
  readonly action: AuditAction;
  readonly entity_kind: string;
  readonly entity_id: string;
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
  readonly reason: string | null;
  readonly request_id: string | null;
};

/** The changed fields that contain personal data. */
export type StoredPersonal = {
  readonly identity_id: string | null;
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
};

const keepUntil = (kind: "change" | "access") =>
  sql<string>`app_now() + make_interval(years => ${keptYears[kind]}::int)`;

const valuesOf = ({ before, after, roles, ...entry }: StoredEntry) => ({
  ...entry,
  roles: [...roles],
  at: sql<string>`app_now()`,
  before: JSON.stringify(before),
  after: JSON.stringify(after),
  keep_until: keepUntil(entry.kind),
});

/** Writes entries without personal fields, with one statement. */
export const insertEntries = async (db: Database, entries: readonly StoredEntry[]): Promise<void> => {
  if (entries.length > 0) await db.insertInto("audit_entry").values(entries.map(valuesOf)).execute();
};

export const insertEntry = async (
  db: Database,
  entry: StoredEntry,
  personal: StoredPersonal | undefined,
): Promise<void> => {
  const { seller_id, id, kind } = entry;
  await insertEntries(db, [entry]);
  if (!personal) return;
  await db
    .insertInto("audit_personal")
    .values({
      seller_id,
      audit_entry_id: id,
      identity_id: personal.identity_id,
      before: JSON.stringify(personal.before),
      after: JSON.stringify(personal.after),
      keep_until: keepUntil(kind),
    })
    .execute();
};

/** The fields that an entry `e`, with its personal data `p`, changed from one value to another, as an array. */
export const changedFields = `array(select f from jsonb_object_keys(e.before || coalesce(p.before, '{}')) as f
  where (e.before || coalesce(p.before, '{}')) -> f is distinct from (e.after || coalesce(p.after, '{}')) -> f order by f)`;

export type LastEntry = {
  readonly changed_at: string;
  /** The name of a staff member; null for anybody else. */
  readonly changed_by: string | null;
  readonly change: AuditAction;
  /** The names of the changed fields, also of those with personal data. */
  readonly changed_fields: readonly string[];
};

/** Actions that change nothing of their thing: they send or download it. */
const unchanging: readonly AuditAction[] = ["member.gift_resent", "gift_card.resent", "gift_card.numbers_downloaded"];

/** Who changed something last, when, and what: by the given action, or else by any. */
export const lastEntryOf = async (
  db: Database,
  seller_id: string,
  { kind, id, action }: { readonly kind: string; readonly id: string; readonly action?: AuditAction | undefined },
): Promise<LastEntry | undefined> => {
  const { rows } = await sql<LastEntry>`
    select e.at as changed_at, s.name as changed_by, e.action as change,
      array(select f from jsonb_object_keys(e.before || e.after || coalesce(p.before, '{}') || coalesce(p.after, '{}')) as f
        order by f) as changed_fields
    from audit_entry e
    left join audit_personal p on p.seller_id = ${seller_id}::uuid and p.audit_entry_id = e.id
    left join staff s on s.id = e.staff_id
    where e.seller_id = ${seller_id}::uuid and e.kind = 'change' and e.entity_kind = ${kind} and e.entity_id = ${id}
      and ${action === undefined ? sql`e.action <> all(${unchanging}::text[])` : sql`e.action = ${action}`}
    order by e.at desc, e.id desc limit 1`.execute(db);
  return rows[0];
};

type RepeatedEntry = {
  readonly staff_id: string;
  readonly action: AuditAction;
  readonly entity: { readonly kind: string; readonly id: string };
};

/** Whether the log shows that the same person did the same to the same thing, in the last `minutes` if these are given. */
export const hasEntry = async (
  db: Database,
  seller_id: string,
  { staff_id, action, entity }: RepeatedEntry,
  minutes?: number,
): Promise<boolean> => {
  const row = await db
    .selectFrom("audit_entry")
    .select("id")
    .where("seller_id", "=", seller_id)
    .where("staff_id", "=", staff_id)
    .where("action", "=", action)
    .where("entity_kind", "=", entity.kind)
    .where("entity_id", "=", entity.id)
    .$if(minutes !== undefined, (query) =>
      query.where(sql<boolean>`at > app_now() - make_interval(mins => ${minutes}::int)`),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
};

export type EntryFilter = {
  readonly seller_id: string;
  readonly timezone: string;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly staff_id?: string | undefined;
  readonly action?: string | undefined;
  readonly entity_kind?: string | undefined;
  readonly entity_id?: string | undefined;
  readonly reason?: string | undefined;
  /** Entries beyond this rule; beyond `any` of them. */
  readonly rule?: string | undefined;
  /** The cursor of the previous page's last row. */
  readonly after: string | undefined;
  /** Oldest first if true; newest first otherwise. */
  readonly isAscending?: boolean;
  readonly limit: number;
};

/** The actions that can override a rule. */
export const overridingActions =
  "('order.cancelled', 'order.moved', 'order.move_offered', 'order.comped', 'member.lengthened')";
/** The rule that an entry `e` of one of these actions overrode; null if none. */
export const overriddenRule = `coalesce(e.after ->> 'beyond_policy', case when e.action = 'member.lengthened' then 'lengthened'
  when e.after ? 'oversold' then 'oversells' when e.after ? 'waived' then 'waives_difference' end)`;

const beyondRule = (rule: string) => sql`e.action in ${sql.raw(overridingActions)} and ${sql.raw(overriddenRule)}
  ${rule === "any" ? sql`is not null` : sql`= ${rule}`}`;

export type FoundEntry = StoredEntry & { readonly at: string };

/** Entries with their personal fields, unless erased. Days are in the seller's time zone. */
export const findEntries = async (db: Database, filter: EntryFilter): Promise<FoundEntry[]> => {
  const {
    seller_id,
    timezone,
    from,
    to,
    staff_id,
    action,
    entity_kind,
    entity_id,
    reason,
    rule,
    after,
    isAscending = false,
    limit,
  } = filter;
  const order = entryOrder(isAscending);
  const conditions = [
    sql`e.seller_id = ${seller_id}::uuid`,
    ...(from === undefined ? [] : [sql`e.at >= ${from}::date::timestamp at time zone ${timezone}`]),
    ...(to === undefined ? [] : [sql`e.at < (${to}::date + 1)::timestamp at time zone ${timezone}`]),
    ...(staff_id === undefined ? [] : [sql`e.staff_id = ${staff_id}::uuid`]),
    ...(action === undefined ? [] : [sql`e.action = ${action}`]),
    ...(entity_kind === undefined ? [] : [sql`e.entity_kind = ${entity_kind}`]),
    ...(entity_id === undefined ? [] : [sql`e.entity_id = ${entity_id}`]),
    ...(reason === undefined ? [] : [sql`strpos(lower(e.reason), lower(${reason})) > 0`]),
    ...(rule === undefined ? [] : [beyondRule(rule)]),
    ...(after === undefined ? [] : [rowsAfter(order, after)]),
  ];
  const { rows } = await sql<FoundEntry>`
    select e.seller_id, e.id, e.at, e.kind, e.actor, e.staff_id, e.roles, e.via, e.action, e.entity_kind, e.entity_id,
      e.before || coalesce(p.before, '{}') as before, e.after || coalesce(p.after, '{}') as after, e.reason, e.request_id
    from audit_entry e
    left join audit_personal p on p.seller_id = e.seller_id and p.audit_entry_id = e.id
    where ${sql.join(conditions, sql` and `)}
    order by ${orderOf(order)} limit ${limit}`.execute(db);
  return rows;
};

const entryOrder = (isAscending: boolean): ListOrder<FoundEntry> => ({
  by: { key: sql`e.at`, kind: "moment", of: ({ at }) => at },
  id: { key: sql`e.id`, kind: "id", of: ({ id }) => id },
  isDescending: !isAscending,
});

/** The cursor from which the page after an entry begins. */
export const entryCursor = (isAscending: boolean, entry: FoundEntry): string =>
  cursorOf(entryOrder(isAscending), entry);

/** Deletes entries whose retention period is over; the database refuses to delete others. Returns their number. */
export const deleteOldEntries = async (
  db: Database,
  { seller_id, kind, days, limit }: { seller_id: string; kind: "change" | "access"; days: number; limit: number },
): Promise<number> => {
  const { rows } = await sql<{ id: string }>`
    select id from audit_entry
    where seller_id = ${seller_id}::uuid and kind = ${kind} and keep_until < now()
      and at < app_now() - make_interval(days => ${days}::int)
    order by keep_until limit ${limit}`.execute(db);
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return 0;
  await db.deleteFrom("audit_personal").where("seller_id", "=", seller_id).where("audit_entry_id", "in", ids).execute();
  await db.deleteFrom("audit_entry").where("seller_id", "=", seller_id).where("id", "in", ids).execute();
  return ids.length;
};
