import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { idempotencyHeader, isIdempotencyKey } from "@foyer/contract/endpoint.ts";
import type { RefusalCode } from "@foyer/contract/errors.ts";
import type { RequestContext } from "./requestContext.ts";
import { isOutage } from "../errors/isOutage.ts";
import { Refused } from "../errors/refused.ts";
import { claimKey, releaseKey, storeReply } from "./idempotency.sql.ts";

/** Refusals that a retry a moment later may avoid: they are not stored. */
const transientCodes: ReadonlySet<RefusalCode> = new Set(["too_many_requests", "unavailable", "payment_in_progress"]);

const readIdempotencyKey = (headers: IncomingHttpHeaders): string | undefined => {
  const key = headers[idempotencyHeader];
  if (key === undefined) return undefined;
  if (typeof key !== "string" || !isIdempotencyKey(key))
    throw new Refused({ code: "bad_field_value", extra: { fields: [idempotencyHeader] } });
  return key;
};

/** What `idem.reply` holds for a day. A server of the next version reads it too, so its keys stay as they are. */
type StoredOutcome = { readonly reply: unknown } | { readonly no: ConstructorParameters<typeof Refused>[0] };

/**
 * Runs a request once per idempotency key; a repetition gets the stored reply. Refuses a request whose key is in progress
 * or belongs to another request. The key's row is inserted before the work, so that of two simultaneous requests one
 * runs. A server that dies in between leaves the key free again after a minute; payments and orders are protected by
 * keys of their own. Requests without a key or without a session in the database just run.
 */
export const runIdempotent = async (
  ctx: RequestContext,
  headers: IncomingHttpHeaders,
  { call, sent }: { readonly call: string; readonly sent: unknown },
  work: () => Promise<unknown>,
): Promise<unknown> => {
  const key = readIdempotencyKey(headers);
  if (key === undefined || !ctx.visitor || ctx.visitor.fresh) return work();
  const { db, seller } = ctx;
  const replyKey = { seller_id: seller.id, actor: ctx.visitor.identity_id, key };
  const requestHash = createHash("sha256")
    .update(JSON.stringify([call, sent]))
    .digest();

  const stored = await claimKey(db, replyKey, requestHash);
  if (stored) {
    if (!stored.request_hash.equals(requestHash))
      throw new Refused({ code: "idempotency_key_reused", extra: { fields: [idempotencyHeader] } });
    if (stored.reply === null) throw new Refused({ code: "request_in_progress", extra: { retry_after: 1 } });
    const outcome = JSON.parse(stored.reply) as StoredOutcome;
    if ("no" in outcome) throw new Refused(outcome.no);
    return outcome.reply;
  }
  try {
    const reply = await work();
    await storeReply(db, replyKey, serialize({ reply }));
    return reply;
  } catch (error) {
    if (error instanceof Refused && !transientCodes.has(error.code))
      await storeReply(db, replyKey, serialize({ no: refusalFields(error) }));
    // After an outage the outcome is unknown: the key stays in progress until it counts as abandoned.
    else if (!isOutage(error)) await releaseKey(db, replyKey);
    throw error;
  }
};

const serialize = (outcome: StoredOutcome): string => JSON.stringify(outcome);

const refusalFields = ({
  code,
  context,
  description,
  words,
  also,
  extra,
}: Refused): ConstructorParameters<typeof Refused>[0] => ({
  code,
  context,
  extra,
  ...(description !== undefined && { description }),
  ...(words !== undefined && { words }),
  ...(also !== undefined && { also: new Refused(refusalFields(also)) }),
});
