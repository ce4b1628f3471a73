import { createHash } from "node:crypto";
import { Refused } from "../../errors/refused.ts";
import { networkOf, networkOfClient, sharedNetworkFactor } from "../limits/clientNetworkOf.ts";
import { RateLimit } from "../limits/rateLimit.ts";
import type { RequestContext } from "../requestContext.ts";

/** A request with an idempotency key from a client without a session. */
export type FirstCall = {
  /** Used instead of a visitor's id for the row of the key. */
  readonly id: string;
  /** The token of the session that the request starts; a repetition gets the same one. */
  readonly token: string;
  /** Whether a repetition may continue the session. */
  readonly canResume: boolean;
};

/** How long after a first request its repetition may continue the session, in seconds. */
export const resumeSeconds = 600;

/**
 * Limits the keys of first requests from one network per minute, since each one adds a row. Counted in memory: counting
 * in the database would cost every new buyer's first request a statement, and the rows are deleted after a day.
 */
const keyLimit = new RateLimit({ max: 120, windowSeconds: 60 });
const sharedKeyLimit = new RateLimit({ max: 120 * sharedNetworkFactor, windowSeconds: 60 });

/**
 * A key stands in for a session that its owner does not have yet, so it has to be as hard to guess as one: 128 random
 * bits are at least 22 characters. With a shorter key the request still takes effect only once, but a repetition gets no
 * session.
 */
const isUnguessable = (key: string): boolean => key.length >= 22 && new Set(key).size >= 8;

/**
 * Derives the key's owner and the token from the server's secret, the network, the key and the request: without all of
 * them, nobody finds the row or gets the session.
 */
export const firstCallOf = (
  { seller, clientAddress, providers }: Pick<RequestContext, "seller" | "clientAddress" | "providers">,
  key: string,
  requestHash: Buffer,
): FirstCall => {
  const caller = providers.sign(`first call ${seller.id} ${networkOf(clientAddress)} ${key}`);
  const hashOf = (...parts: readonly (string | Buffer)[]): Buffer => {
    const hash = createHash("sha256");
    for (const part of parts) hash.update(part).update(" ");
    return hash.digest();
  };
  const id = hashOf("id", caller, key).toString("hex").slice(0, 32);
  return {
    id: id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5"),
    token: hashOf("token", caller, key, requestHash).toString("base64url"),
    canResume: isUnguessable(key),
  };
};

export const limitFirstCalls = (
  ctx: Pick<RequestContext, "seller" | "clientAddress" | "isBehindUnnamedProxy">,
): void => {
  const { network, isShared } = networkOfClient(ctx);
  const wait = (isShared ? sharedKeyLimit : keyLimit).take(`${ctx.seller.id} ${network}`);
  if (wait !== undefined) throw new Refused({ code: "too_many_requests", extra: { retry_after: wait } });
};
