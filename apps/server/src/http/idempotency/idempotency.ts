import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { idempotencyHeader, isIdempotencyKey } from "@foyer/contract/endpoint.ts";
import type { RefusalCode } from "@foyer/contract/errors.ts";
import type { Database } from "../../db/connections.ts";
import { firstCallOf, limitFirstCalls, resumeSeconds, type FirstCall } from "../firstCall/firstCall.ts";
import type { FirstVisit, RequestContext } from "../requestContext.ts";
import { tokenHashOf } from "../session/session.ts";
import { isOutage } from "../../errors/isOutage.ts";
import { Refused } from "../../errors/refused.ts";
import type { Sealer } from "../../providers/sealer.ts";
import { openReply, sealReply, type ReplySeal } from "./sealedReply.ts";
import {
  claimKey,
  claimKeyAgainAfter,
  releaseKey,
  storeReply,
  type ReplyKey,
  type StoredReply,
} from "./idempotency.sql.ts";

/** Refusals that a retry may avoid a moment later. They are not stored. */
const transientCodes: ReadonlySet<RefusalCode> = new Set([
  "too_many_requests",
  "unavailable",
  "payment_in_progress",
  "request_in_progress",
]);

const readIdempotencyKey = (headers: IncomingHttpHeaders): string | undefined => {
  const key = headers[idempotencyHeader];
  if (key === undefined) return undefined;
  if (typeof key !== "string" || !isIdempotencyKey(key))
    throw new Refused({ code: "bad_field_value", extra: { fields: [idempotencyHeader] } });
  return key;
};

type RefusalFields = ConstructorParameters<typeof Refused>[0];
/** A refusal as earlier versions stored it. */
type EarlierRefusal = Omit<RefusalFields, "text" | "second"> & {
  readonly words?: string;
  readonly also?: EarlierRefusal;
};
/** The stored outcome of a request. It is kept for a day, so a new version meets keys of the previous one. */
type StoredOutcome =
  | { readonly reply: unknown }
  /** A reply with a secret. */
  | { readonly sealed: string }
  | { readonly refusal: RefusalFields }
  | { readonly no: EarlierRefusal };

type IdempotentCall = { readonly call: string; readonly sent: object };
const hashOf = ({ call, sent }: IdempotentCall): Buffer =>
  createHash("sha256")
    .update(JSON.stringify([call, sent]))
    .digest();

/**
 * Runs a request once per idempotency key; a repetition gets the stored reply. Refuses a request whose key is in
 * progress or belongs to another request. The key's row is inserted before the work, so that only one of two
 * simultaneous requests runs. If a server dies in between, the next request with the key runs, and gets the cart that a
 * visitor's first request had created by then (reserveTickets.ts); after a database outage this takes a minute. Payments
 * and orders are protected by keys of their own. Requests without a key, and those that ask for nothing, are simply run.
 */
export const runIdempotent = async (
  ctx: RequestContext & FirstVisit,
  headers: IncomingHttpHeaders,
  { call, sent }: IdempotentCall,
  work: () => Promise<unknown>,
): Promise<unknown> => {
  const key = readIdempotencyKey(headers);
  if (key === undefined || ctx.visitor?.fresh || (!ctx.visitor && Object.keys(sent).length === 0)) return work();
  const { db, seller } = ctx;
  const requestHash = hashOf({ call, sent });
  const first = firstCallOf(ctx, key, requestHash);
  const firstCall = ctx.visitor ? undefined : first;
  if (firstCall) limitFirstCalls(ctx);
  // The body of its answer may have been lost after the cookie arrived.
  const hasStartedSession = ctx.visitor?.token_hash.equals(tokenHashOf(first.token, seller));
  const identity_id = ctx.visitor && !hasStartedSession ? ctx.visitor.identity_id : first.id;
  const replyKey = { seller_id: seller.id, identity_id, key };

  const stored = await claimKey(db, replyKey, requestHash);
  if (stored) return storedReply(ctx, { stored, requestHash, firstCall });
  // The session already exists if a server died after the work and before the reply was stored.
  if (firstCall && !(await ctx.resumeSession(firstCall.token))) ctx.expectToken(firstCall.token);
  return runClaimed(db, replyKey, work);
};

/** Where replies to a signed-in staff member are kept: at a seller, or for the account. */
export type StaffReplies = {
  readonly db: Database;
  readonly owner: { readonly seller_id: string; readonly identity_id: string } | { readonly staff_id: string };
  /** Set if replies have a secret that is stored nowhere else: they are sealed. */
  readonly sealer?: Sealer;
};

/** The same for a call of the back office by somebody who is signed in. */
export const runIdempotentForStaff = async (
  { db, owner, sealer }: StaffReplies,
  headers: IncomingHttpHeaders,
  { call, sent }: IdempotentCall,
  work: () => Promise<unknown>,
): Promise<unknown> => {
  const key = readIdempotencyKey(headers);
  if (key === undefined) return work();
  const requestHash = hashOf({ call, sent });
  const replyKey = { ...owner, key };
  const stored = await claimKey(db, replyKey, requestHash);
  return stored ? storedOutcome(stored, requestHash, { replyKey, sealer }) : runClaimed(db, replyKey, work, sealer);
};

/** Two equal requests of one person within this time are one request that was sent twice, as by a double click. */
export const repeatSeconds = 5;

/**
 * Runs a call that sends or makes something anew once for equal requests of one person at the same moment, whatever their
 * keys. The later one gets the reply of the first, or is refused while the first is in progress. A refusal is not stored,
 * since its reason may be gone a moment later.
 */
export const mergeRepeats = async (
  { db, owner, sealer }: StaffReplies,
  call: IdempotentCall,
  work: () => Promise<unknown>,
): Promise<unknown> => {
  const requestHash = hashOf(call);
  // No request can send this key: its first character is not allowed in one.
  const replyKey = { ...owner, key: `=${requestHash.toString("base64url")}` };
  const stored = await claimKeyAgainAfter(db, replyKey, { requestHash, seconds: repeatSeconds });
  if (stored) return storedOutcome(stored, requestHash, { replyKey, sealer });
  const reply = await work().catch(async (error: unknown) => {
    // As above: after an outage the outcome is unknown.
    if (!isOutage(error)) await releaseKey(db, replyKey);
    throw error;
  });
  await storeReply(db, replyKey, await serializeReply(reply, replyKey, sealer));
  return reply;
};

type Repetition = {
  readonly stored: StoredReply;
  readonly requestHash: Buffer;
  readonly firstCall: FirstCall | undefined;
};

/** Replies to a repetition. After a first request, it also continues the session that the request started. */
const storedReply = async (ctx: FirstVisit, { stored, requestHash, firstCall }: Repetition): Promise<unknown> => {
  requireSameCall(stored, requestHash);
  if (firstCall) {
    if (!firstCall.canResume || stored.age > resumeSeconds) throw keyReused();
    await ctx.resumeSession(firstCall.token);
  }
  return storedOutcome(stored, requestHash);
};

const keyReused = (): Refused =>
  new Refused({ code: "idempotency_key_reused", extra: { fields: [idempotencyHeader] } });

const requireSameCall = (stored: StoredReply, requestHash: Buffer): string => {
  if (!stored.request_hash.equals(requestHash)) throw keyReused();
  if (stored.reply === null) throw new Refused({ code: "request_in_progress", extra: { retry_after: 1 } });
  return stored.reply;
};

const storedOutcome = async (stored: StoredReply, requestHash: Buffer, seal?: ReplySeal): Promise<unknown> => {
  const outcome = JSON.parse(requireSameCall(stored, requestHash)) as StoredOutcome;
  if ("sealed" in outcome) {
    const opened = seal && (await openReply(outcome.sealed, seal));
    if (!opened) throw keyReused();
    return opened.reply;
  }
  if ("refusal" in outcome) throw new Refused(outcome.refusal);
  if ("no" in outcome) throw fromEarlierRefusal(outcome.no);
  return outcome.reply;
};

const serializeReply = async (reply: unknown, replyKey: ReplyKey, sealer: Sealer | undefined): Promise<string> =>
  serialize(sealer ? { sealed: await sealReply(reply, { replyKey, sealer }) } : { reply });

const runClaimed = async (
  db: Database,
  replyKey: ReplyKey,
  work: () => Promise<unknown>,
  sealer?: Sealer,
): Promise<unknown> => {
  const reply = await work().catch(async (error: unknown) => {
    if (error instanceof Refused && !transientCodes.has(error.code))
      await storeReply(db, replyKey, serialize({ refusal: refusalFields(error) }));
    // After an outage the outcome is unknown: the key stays in progress until it counts as abandoned.
    else if (!isOutage(error)) await releaseKey(db, replyKey);
    throw error;
  });
  await storeReply(db, replyKey, await serializeReply(reply, replyKey, sealer));
  return reply;
};

const serialize = (outcome: StoredOutcome): string => JSON.stringify(outcome);

const refusalFields = ({ code, context, description, text, second, extra }: Refused): RefusalFields => ({
  code,
  context,
  extra,
  ...(description !== undefined && { description }),
  ...(text !== undefined && { text }),
  ...(second !== undefined && { second: new Refused(refusalFields(second)) }),
});

const fromEarlierRefusal = ({ words, also, ...rest }: EarlierRefusal): Refused =>
  new Refused({
    ...rest,
    ...(words !== undefined && { text: words }),
    ...(also && { second: fromEarlierRefusal(also) }),
  });
