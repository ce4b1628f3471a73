import { sql } from "kysely";
import { lockSlots } from "../../../db/lockSlots.sql.ts";
import type { RequestContext } from "../../../http/requestContext.ts";

type Db = Pick<RequestContext, "db" | "seller">;

/** The key by which attempts are counted. Target and network are signed, so the table contains no readable addresses. */
export type AttemptKey = { readonly action: string; readonly target: Buffer; readonly clientNetwork: Buffer };

/** Attempts within a window of time. */
export type AttemptCounts = {
  /** Attempts at this target from this network. */
  readonly pair: number;
  readonly target: number;
  readonly client_network: number;
  /** Seconds since the last attempt of the pair. */
  readonly since: number;
  /** Seconds until the oldest attempt at the target, or from the network, no longer counts. */
  readonly target_wait: number;
  readonly client_network_wait: number;
};

/** Counts the attempts of the last `seconds`. A union, so that each half uses its own index. */
export const countAttempts = async (
  { db, seller }: Db,
  { action, target, clientNetwork }: AttemptKey,
  seconds: number,
): Promise<AttemptCounts> => {
  const { rows } = await sql<AttemptCounts>`
    with tries as (
      select id, target, client_network, at from login_attempt where seller_id = ${seller.id}::uuid and action = ${action} and target = ${target}
        and at > app_now() - make_interval(secs => ${seconds})
      union
      select id, target, client_network, at from login_attempt where seller_id = ${seller.id}::uuid and action = ${action} and client_network = ${clientNetwork}
        and at > app_now() - make_interval(secs => ${seconds})),
    marked as (select at, target is not distinct from ${target} as of_target, client_network is not distinct from ${clientNetwork} as of_network from tries)
    select count(*) filter (where of_target and of_network)::int as pair, count(*) filter (where of_target)::int as target,
      count(*) filter (where of_network)::int as client_network,
      coalesce(extract(epoch from app_now() - max(at) filter (where of_target and of_network)), ${seconds})::float8 as since,
      ceil(coalesce(extract(epoch from min(at) filter (where of_target) - app_now()), 0) + ${seconds})::int as target_wait,
      ceil(coalesce(extract(epoch from min(at) filter (where of_network) - app_now()), 0) + ${seconds})::int as client_network_wait
    from marked`.execute(db);
  const [counts] = rows;
  if (!counts) throw new Error("An aggregate returns a row.");
  return counts;
};

/**
 * Serialises attempts at one target, and from one network, until the transaction ends: each sees those before it. Target
 * before network, always, so that two attempts cannot deadlock.
 */
export const lockAttempts = async (
  { db, seller }: Db,
  { action, target, clientNetwork }: AttemptKey,
): Promise<void> => {
  const keyOf = (signed: Buffer) => [`${action} ${signed.toString("base64url")}`];
  await lockSlots(db, seller.id, "login_target", keyOf(target));
  await lockSlots(db, seller.id, "login_network", keyOf(clientNetwork));
};

export const insertAttempt = async (
  { db, seller }: Db,
  { action, target, clientNetwork }: AttemptKey,
): Promise<number> => {
  const { id } = await db
    .insertInto("login_attempt")
    .values({ seller_id: seller.id, action: action, target, client_network: clientNetwork, at: sql<string>`app_now()` })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
};

export const deleteAttempt = ({ db, seller }: Db, id: number) =>
  db.deleteFrom("login_attempt").where("seller_id", "=", seller.id).where("id", "=", id).execute();

/** Forgets the attempts at a target from one network. */
export const deleteAttempts = ({ db, seller }: Db, { action, target, clientNetwork }: AttemptKey) =>
  db
    .deleteFrom("login_attempt")
    .where("seller_id", "=", seller.id)
    .where("action", "=", action)
    .where("target", "=", target)
    .where("client_network", "=", clientNetwork)
    .execute();
