import { createHash } from "node:crypto";
import type { GateAnswer, ScanSent } from "@foyer/contract/office/gate/gate.ts";
import { judgeExit, judgeScan, type Judgement } from "@foyer/rules/admission/judgeScan.ts";
import { reconcile, type Reconciled, type TicketScan } from "@foyer/rules/admission/reconcile.ts";
import { todayAt } from "@foyer/rules/dates/localTime.ts";
import { pause } from "../../db/faultPoints.ts";
import { transact } from "../../db/transact.ts";
import type { GateContext } from "../../http/staff/staffContext.ts";
import { answerOf } from "./answerOf.ts";
import { decide, conflictOf, type AllowedScan, type Decision } from "./decide.ts";
import { atPlace, entryPolicyOf, gateTicketOf, isCard, momentOf } from "./gateSubject.ts";
import { isCount, keysOf, scanRow, type Subject } from "./scanRow.ts";
import { recordUndoOfPeople } from "./recordUndoOfPeople.ts";
import { scanTime } from "./scanTime.ts";
import {
  findScan,
  insertScan,
  recount,
  scansOf,
  setTicketState,
  type ScanOfSubject,
  type StoredScan,
} from "./scans.sql.ts";
import { findCodeOwner, hasCode, readGateCards, readTickets } from "./subjects.sql.ts";
import { undoTarget } from "./undoTarget.ts";

type Target = {
  readonly kind: "ticket" | "card";
  readonly id: string;
  readonly isOldCode: boolean;
  /** The code or number by which it was found. */
  readonly code?: string;
  /** The hash of the code by which its order, or a device with a list, found it. */
  readonly code_hash?: Buffer;
};

const hashOfCode = (code: string): Buffer => createHash("sha256").update(code).digest();

/** Codes are upper case; a typed code may be lower case and contain spaces. */
const normalizeCode = (code: string): string => code.replaceAll(/\s/g, "").toUpperCase();

/** What a device that has found a ticket by itself sends as its code (contract, ScanSent). */
const sentHash = (code: string | undefined): Pick<Target, "code_hash"> =>
  code !== undefined && /^[0-9a-f]{64}$/.test(code) ? { code_hash: Buffer.from(code, "hex") } : {};

/** The code of an order with a single ticket stands for that ticket. */
const findTarget = async (
  { db, seller }: GateContext,
  { code, ticket_id, card_id }: ScanSent,
): Promise<Target | { readonly choices: readonly string[] } | undefined> => {
  if (ticket_id !== undefined) return { kind: "ticket", id: ticket_id, isOldCode: false, ...sentHash(code) };
  if (card_id !== undefined) return { kind: "card", id: card_id, isOldCode: false, ...sentHash(code) };
  if (code === undefined) return undefined;
  const normal = normalizeCode(code);
  const code_hash = hashOfCode(normal);
  const owner = await findCodeOwner(db, seller.id, normal, code_hash);
  if (!owner) return undefined;
  if (owner.kind === "order") {
    const [only, ...others] = owner.ticket_ids;
    return only !== undefined && others.length === 0
      ? { kind: "ticket", id: only, isOldCode: false, code_hash }
      : { choices: owner.ticket_ids };
  }
  return { kind: owner.kind, id: owner.id, isOldCode: owner.isOldCode, code: normal };
};

const lockSubject = async (ctx: GateContext, target: Target): Promise<Subject | undefined> => {
  const { db, seller } = ctx;
  const read = target.kind === "ticket" ? readTickets : readGateCards;
  const [found] = await read(db, seller.id, [target.id], { lock: true });
  if (!found) return undefined;
  const row = isCard(found) ? await atPlace(ctx, found) : found;
  // The code may have been replaced before the row was locked.
  const isOldCode = target.isOldCode || (target.code !== undefined && !row.codes.includes(target.code));
  return { row, isOldCode: isOldCode || !(await hasCode(db, seller.id, target)) };
};

/** Writes what all scans of the subject count as, and the resulting state of its ticket. */
const settle = async (
  { db, seller }: GateContext,
  { row }: Subject,
  scans: readonly ScanOfSubject[],
  { counts }: Pick<Reconciled, "counts">,
): Promise<void> => {
  const changed = scans.flatMap(({ id, counts: before }) => {
    const now = counts.get(id);
    return now !== undefined && now !== before ? [{ id, counts: now }] : [];
  });
  await recount(db, seller.id, changed);
  if (isCard(row) || row.state === "cancelled") return;
  const isIn = [...counts.values()].some((counted) => counted === "entry" || counted === "reentry");
  const to = isIn ? "redeemed" : "booked";
  if (to !== row.state) await setTicketState(db, seller.id, row.id, { from: row.state, to });
};

/** The server's judgement of an entry or exit. */
const judge = async (
  ctx: GateContext,
  subject: Subject,
  past: Reconciled,
  { direction, at }: { readonly direction: "in" | "out"; readonly at: Temporal.Instant },
): Promise<Judgement> => {
  const ticket = gateTicketOf(subject.row, { isOldCode: subject.isOldCode, past });
  return direction === "out" ? judgeExit(ticket) : judgeScan(ticket, await momentOf(ctx, subject.row, at));
};

const recordOfSubject = async (ctx: GateContext, sent: AllowedScan, subject: Subject): Promise<GateAnswer> => {
  const at = scanTime(sent, ctx);
  const before = await scansOf(ctx.db, ctx.seller.id, keysOf(subject));
  const policy = entryPolicyOf(subject.row);
  const zone = subject.row.timezone;
  const past = reconcile(before, policy);
  const undo = sent.direction === "undo" ? undoTarget(ctx, sent, before, at) : undefined;
  const judgement =
    sent.direction === "undo" ? undefined : await judge(ctx, subject, past, { direction: sent.direction, at });
  const last = before.find(({ id }) => id === past.lastEntry?.id);
  const chosen = decide(ctx, sent, { judgement, undo, last });
  const scan: TicketScan = {
    id: sent.id,
    at: at.epochMilliseconds,
    day: todayAt(at, zone),
    direction: sent.direction,
    let_in: chosen.let_in,
    undoes: chosen.undoes,
  };
  // A refused undo is not part of the set: it reverts nothing.
  const isPart = sent.direction !== "undo" || chosen.undoes !== null;
  const after = reconcile(isPart ? [...before, scan] : before, policy);
  const counts = after.counts.get(sent.id) ?? "refused";
  const isUndoneSince = before.some((one) => one.direction === "undo" && one.at > scan.at);
  const conflict = conflictOf({ sent, row: subject.row, counts, judgement, isUndoneSince });
  const decision = { ...chosen, counts, conflict };
  const isNew = await insertScan(
    ctx.db,
    scanRow(ctx, sent, { at, zone, subject: isPart ? subject : undefined, decision }),
  );
  if (!isNew) return repeat(ctx, sent.id);
  if (isPart) await settle(ctx, subject, before, after);
  return answerOf(sent.id, decision, { row: subject.row });
};

/**
 * Records a scan without a subject: an unknown code, people without codes, or an order with several tickets to choose from.
 */
const recordOther = async (ctx: GateContext, sent: AllowedScan, choices: readonly string[]): Promise<GateAnswer> => {
  const at = scanTime(sent, ctx);
  const isPeople = isCount(sent) && sent.direction !== "undo";
  const said: Judgement = isPeople
    ? { shown: "welcome", reason: null, may_admit: false }
    : choices.length > 0
      ? { shown: "look", reason: "choose", may_admit: true }
      : { shown: "no", reason: sent.direction === "undo" ? "undo_refused" : "unknown", may_admit: false };
  const decided = sent.decided;
  const let_in = isPeople ? sent.direction === "in" : decided?.let_in === true;
  const decision: Decision = {
    judgement: decided ? { ...said, shown: decided.shown, reason: decided.reason } : said,
    already: undefined,
    let_in,
    undoes: null,
    counts: isPeople ? (sent.direction === "in" ? "entry" : "exit") : "refused",
    conflict: !isPeople && let_in ? "refused" : null,
  };
  const zone = ctx.seller.timezone;
  const isNew = await insertScan(ctx.db, scanRow(ctx, sent, { at, zone, subject: undefined, decision }));
  if (!isNew) return repeat(ctx, sent.id);
  return answerOf(sent.id, decision, { choices: await judgeChoices(ctx, sent, choices) });
};

const judgeChoices = async (ctx: GateContext, sent: ScanSent, ids: readonly string[]) => {
  const direction = sent.direction === "out" ? "out" : "in";
  if (ids.length === 0) return [];
  const rows = await readTickets(ctx.db, ctx.seller.id, ids, { lock: false });
  return Promise.all(
    rows.map(async (row) => {
      const scans = await scansOf(ctx.db, ctx.seller.id, { ticket_id: row.id, membership_id: null });
      const past = reconcile(scans, entryPolicyOf(row));
      const { shown, reason } = await judge(ctx, { row, isOldCode: false }, past, { direction, at: ctx.now });
      return { row, shown, reason };
    }),
  );
};

/** The answer given when the scan was recorded. */
const repeat = async (ctx: GateContext, id: string): Promise<GateAnswer> => {
  const { db, seller } = ctx;
  const scan = await findScan(db, seller.id, id);
  if (!scan) throw new Error("A recorded scan was not found.");
  const { shown, reason, may_admit, already_at, already_by, ticket_id, membership_id } = scan;
  const [row] =
    ticket_id !== null
      ? await readTickets(db, seller.id, [ticket_id], { lock: false })
      : membership_id !== null
        ? await readGateCards(db, seller.id, [membership_id], { lock: false })
        : [];
  const already = already_at !== null ? { at: already_at, by: already_by ?? "" } : undefined;
  const judgement = { shown, reason, may_admit };
  return answerOf(id, { ...scan, judgement, already, undoes: null, conflict: null }, row ? { row } : {});
};

/** An admission that was recorded as a scan of its own is undone by the id of the first scan, which the device knows. */
const naming = async ({ db, seller }: GateContext, sent: AllowedScan): Promise<AllowedScan> => {
  if (sent.direction !== "undo" || sent.undoes === undefined) return sent;
  const letIn = await findScan(db, seller.id, idAfter(sent.undoes));
  return letIn ? { ...sent, undoes: letIn.id } : sent;
};

/** The subject of an undo is that of the scan that it names. */
const targetOfUndo = async ({ db, seller }: GateContext, { undoes }: ScanSent): Promise<Target | undefined> => {
  const scan = undoes === undefined ? undefined : await findScan(db, seller.id, undoes);
  if (scan?.ticket_id) return { kind: "ticket", id: scan.ticket_id, isOldCode: false };
  return scan?.membership_id ? { kind: "card", id: scan.membership_id, isOldCode: false } : undefined;
};

/**
 * Records and answers one scan. The row of the ticket or card is locked first, so that scans of the same code by two
 * devices are serialised, and a cancellation or change of the ticket happens before or after them.
 */
export const recordScan = (ctx: GateContext, sent: AllowedScan): Promise<GateAnswer> =>
  transact(ctx, async (ctx) => {
    const stored = await findScan(ctx.db, ctx.seller.id, sent.id);
    if (!stored) return record(ctx, sent);
    if (!wasLetInSince(stored, sent)) return repeatWithChoices(ctx, sent);
    const letIn = { ...sent, id: idAfter(sent.id) };
    const known = await findScan(ctx.db, ctx.seller.id, letIn.id);
    return { ...(await (known ? repeatWithChoices(ctx, letIn) : record(ctx, letIn))), id: sent.id };
  });

/**
 * Whether the server had answered No, too late for the device, which had already admitted by its own list: the admission
 * happened, and is recorded as a scan of its own.
 */
const wasLetInSince = ({ let_in, is_offline }: StoredScan, { decided }: ScanSent): boolean =>
  !let_in && !is_offline && decided?.let_in === true;

/** The id of that scan, which is the same each time the first one is sent again. */
const idAfter = (id: string): string => {
  const hex = createHash("sha256").update(`let in after ${id}`).digest("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join("-");
};

const record = async (ctx: GateContext, received: AllowedScan): Promise<GateAnswer> => {
  const sent = await naming(ctx, received);
  const target = sent.direction === "undo" ? await targetOfUndo(ctx, sent) : await findTarget(ctx, sent);
  if (target && "choices" in target) return recordOther(ctx, sent, target.choices);
  await pause("scan_found");
  const subject = target && (await lockSubject(ctx, target));
  await pause("scan_locked");
  if (subject) return recordOfSubject(ctx, sent, subject);
  const undone = sent.direction === "undo" ? await recordUndoOfPeople(ctx, sent) : undefined;
  return undone ?? recordOther(ctx, sent, []);
};

/** The tickets of an order are judged again, since some may have been used meanwhile. */
const repeatWithChoices = async (ctx: GateContext, sent: ScanSent): Promise<GateAnswer> => {
  const answer = await repeat(ctx, sent.id);
  if (answer.reason !== "choose") return answer;
  const target = await findTarget(ctx, sent);
  if (!target || !("choices" in target)) return answer;
  return answerOf(
    sent.id,
    { ...answer, judgement: answer, already: undefined, let_in: false, undoes: null, conflict: null },
    { choices: await judgeChoices(ctx, sent, target.choices) },
  );
};
