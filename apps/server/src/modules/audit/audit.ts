import { isDeepStrictEqual } from "node:util";
import {
  auditActions,
  type AuditAction,
  type AuditActor,
  type AuditEntity,
  type AuditChannel,
} from "@foyer/contract/office/staff/auditActions.ts";
import type { Database } from "../../db/connections.ts";
import { newId } from "../../db/newId.ts";
import { transact } from "../../db/transact.ts";
import type { AccountContext, OfficeContext, StaffContext } from "../../http/staff/staffContext.ts";
import { grantsEverywhere } from "../staff/grants.ts";
import { lockPermit } from "../staff/permits.ts";
import { hasEntry, insertEntries, insertEntry, type StoredEntry } from "./audit.sql.ts";

type Fields = Readonly<Record<string, unknown>>;

/** An entry for the audit log. It never contains secrets, codes or keys as values: a changed one is described in words. */
export type AuditRecord = {
  readonly action: AuditAction;
  readonly entity: { readonly kind: AuditEntity; readonly id: string };
  /** Fields before and after. Unchanged fields are left out. */
  readonly before?: Fields;
  readonly after?: Fields;
  /**
   * The same for fields with personal data. `identity_id` is the buyer they belong to or, for somebody who bought
   * nothing, the thing that is theirs. Without it, the database keeps the row from being erased, as it does for staff.
   */
  readonly personal?: { readonly identity_id?: string; readonly before?: Fields; readonly after?: Fields };
  readonly reason?: string;
};

/** Who makes the change, and where it is recorded. */
export type AuditScope = {
  readonly db: Database;
  readonly seller: { readonly id: string };
  readonly actor: AuditActor;
  readonly via: AuditChannel;
  readonly staff_id: string | null;
  readonly roles: readonly string[];
  readonly requestId: string | null;
};

const changedOf = (fields: Fields, others: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name, value]) => !isDeepStrictEqual(value, others[name])));

const storedEntry = (
  { seller, actor, via, staff_id, roles, requestId }: AuditScope,
  { action, entity, before = {}, after = {}, reason }: AuditRecord,
): StoredEntry => ({
  seller_id: seller.id,
  id: newId(),
  kind: auditActions[action].kind,
  actor,
  staff_id,
  roles,
  via,
  action,
  entity_kind: entity.kind,
  entity_id: entity.id,
  before: changedOf(before, after),
  after: changedOf(after, before),
  reason: reason ?? null,
  request_id: requestId,
});

/** Writes an entry in the transaction of the change that it records. */
export const writeEntry = async (scope: AuditScope, record: AuditRecord): Promise<void> => {
  const { personal } = record;
  const { before: was = {}, after: is = {} } = personal ?? {};
  await insertEntry(
    scope.db,
    storedEntry(scope, record),
    personal && {
      identity_id: personal.identity_id ?? null,
      before: changedOf(was, is),
      after: changedOf(is, was),
    },
  );
};

/** The number of entries in one statement. */
const entriesAtOnce = 500;

/** Writes entries about many things at once, without personal data. */
export const writeEntries = async (
  scope: AuditScope,
  records: readonly Omit<AuditRecord, "personal">[],
): Promise<void> => {
  for (let start = 0; start < records.length; start += entriesAtOnce)
    await insertEntries(
      scope.db,
      records.slice(start, start + entriesAtOnce).map((record) => storedEntry(scope, record)),
    );
};

/** The role of an operator in entries. */
const asOperator = ["operator"];

const scopeOf = ({ db, seller, staff, requestId }: StaffContext): AuditScope => ({
  db,
  seller,
  actor: "staff",
  via: "office",
  staff_id: staff.id,
  roles: staff.roles.length > 0 ? staff.roles : asOperator,
  requestId,
});

/** Records what a staff member did at the call's seller. */
export const audit = async (ctx: StaffContext, entry: AuditRecord): Promise<void> => {
  await writeEntry(scopeOf(ctx), entry);
  ctx.audited.add(entry.action);
};

/** The same for many things at once, without personal data. */
export const auditAll = async (ctx: StaffContext, entries: readonly Omit<AuditRecord, "personal">[]): Promise<void> => {
  await writeEntries(scopeOf(ctx), entries);
  for (const { action } of entries) ctx.audited.add(action);
};

/**
 * The same for actions that are repeated within minutes, like typing in a form that saves itself: one entry every ten
 * minutes for one person and one thing.
 */
export const auditUnlessRecent = async (ctx: StaffContext, entry: AuditRecord): Promise<void> => {
  const { action, entity } = entry;
  const isRecent = await hasEntry(ctx.db, ctx.seller.id, { staff_id: ctx.staff.id, action, entity }, 10);
  if (isRecent) ctx.audited.add(action);
  else await audit(ctx, entry);
};

/** Records what the operator did to a seller, in that seller's log. `db` reaches all sellers. */
export const auditAsOperator = async (ctx: AccountContext, seller_id: string, entry: AuditRecord): Promise<void> => {
  const { db, staff, requestId } = ctx;
  const scope = { db, actor: "staff", via: "office", staff_id: staff.id, roles: asOperator, requestId } as const;
  await writeEntry({ ...scope, seller: { id: seller_id } }, entry);
  ctx.audited.add(entry.action);
};

/**
 * Records what a person did to their own account, at each seller where they have a role. `db` reaches all sellers. For an
 * operator without a role there is no audit log, so it is written to the server's log.
 */
export const auditAccount = async (
  ctx: Pick<OfficeContext, "db" | "requestId" | "log" | "audited">,
  staff_id: string,
  entry: Omit<AuditRecord, "entity">,
): Promise<void> => {
  const grants = await grantsEverywhere(ctx.db, staff_id);
  const rolesBySeller = Map.groupBy(grants, ({ seller_id }) => seller_id);
  const scope = { db: ctx.db, actor: "staff", via: "office", staff_id, requestId: ctx.requestId } as const;
  for (const [id, roles] of rolesBySeller)
    await writeEntry(
      { ...scope, seller: { id }, roles: roles.map(({ role }) => role) },
      { ...entry, entity: { kind: "staff", id: staff_id } },
    );
  if (rolesBySeller.size === 0)
    ctx.log.info({ event: "staff_account", action: entry.action, staff: staff_id }, "staff account");
  ctx.audited.add(entry.action);
};

/**
 * Runs a change of the back office in one transaction. If it wrote no entry of its call to the audit log, that is a bug:
 * the change is rolled back and reported.
 */
export const changing = async <C extends AccountContext | OfficeContext, R>(
  ctx: C,
  work: (ctx: C) => Promise<R>,
): Promise<R> => {
  const { audits, name } = ctx.call;
  const written = new Set<AuditAction>();
  const result = await transact(ctx, async (ctx) => {
    written.clear();
    const result = await work({ ...ctx, audited: written });
    if (audits === null || !written.has(audits)) throw new Error(`${name} wrote no entry ${audits} to the audit log.`);
    return result;
  });
  for (const action of written) ctx.audited.add(action);
  return result;
};

/** Records that the operator visits a seller, once for each visit that its owner allowed. */
export const recordVisit = async (ctx: StaffContext): Promise<void> => {
  const { seller, staff } = ctx;
  const { permit_id } = staff;
  if (permit_id === null) return;
  const visit = { action: "operator.visited", entity: { kind: "operator_permit", id: permit_id } } as const;
  const isRecorded = (db: Database) => hasEntry(db, seller.id, { ...visit, staff_id: staff.id });
  if (await isRecorded(ctx.db)) return;
  // A screen starts with several simultaneous calls.
  await transact(ctx, async (ctx) => {
    await lockPermit(ctx, permit_id);
    if (!(await isRecorded(ctx.db))) await audit(ctx, visit);
  });
};

const isAtSeller = (ctx: AccountContext): ctx is StaffContext => "seller" in ctx;

/** The places whose audit log shows that a call was refused: its seller, or those where the person works. */
const scopesOfRefusal = async (ctx: AccountContext): Promise<AuditScope[]> => {
  if (isAtSeller(ctx)) return [scopeOf(ctx)];
  const { db, staff, requestId } = ctx;
  const grants = (await grantsEverywhere(db, staff.id)).filter(({ active }) => active);
  return [...Map.groupBy(grants, ({ seller_id }) => seller_id)].map(([id, ofSeller]) => ({
    db,
    seller: { id },
    actor: "staff",
    via: "office",
    staff_id: staff.id,
    roles: ofSeller.map(({ role }) => role),
    requestId,
  }));
};

/** Records that somebody was refused a call; of repeated attempts, one a minute. */
export const recordRefusal = async (ctx: AccountContext): Promise<void> => {
  const refusal = { action: "staff.refused", entity: { kind: "call", id: ctx.call.name } } as const;
  for (const scope of await scopesOfRefusal(ctx))
    if (!(await hasEntry(scope.db, scope.seller.id, { ...refusal, staff_id: ctx.staff.id }, 1)))
      await writeEntry(scope, refusal);
};
