import { sql } from "kysely";
import type { RequestContext } from "../../../http/requestContext.ts";
import { guardStands } from "../../../db/faultPoints.ts";

type Db = Pick<RequestContext, "db" | "seller">;
export type AttemptKey = { readonly door: string; readonly target: Buffer; readonly place: Buffer | null };

export type AttemptCounts = {
  /** Of this target from this place. */
  readonly pair: number;
  readonly target: number;
  readonly place: number;
  /** Seconds since the last of the pair, and until the oldest of the target and of the place are forgotten. */
  readonly since: number;
  readonly target_wait: number;
  readonly place_wait: number;
};

/** What was tried at a door in the last `seconds`. Two indexes, one answer. */
export const countAttempts = async (
  { db, seller }: Db,
  { door, target, place }: AttemptKey,
  seconds: number,
): Promise<AttemptCounts> => {
  const { rows } = await sql<AttemptCounts>`
    with tries as (
      select id, target, place, at from login_try where seller_id = ${seller.id}::uuid and door = ${door} and target = ${target}
        and at > app_now() - make_interval(secs => ${seconds})
      union
      select id, target, place, at from login_try where seller_id = ${seller.id}::uuid and door = ${door} and place = ${place}
        and at > app_now() - make_interval(secs => ${seconds})),
    marked as (select at, target is not distinct from ${target} as of_target, place is not distinct from ${place} as of_place from tries)
    select count(*) filter (where of_target and of_place)::int as pair, count(*) filter (where of_target)::int as target,
      count(*) filter (where of_place and ${place}::bytea is not null)::int as place,
      coalesce(extract(epoch from app_now() - max(at) filter (where of_target and of_place)), ${seconds})::float8 as since,
      ceil(coalesce(extract(epoch from min(at) filter (where of_target) - app_now()), 0) + ${seconds})::int as target_wait,
      ceil(coalesce(extract(epoch from min(at) filter (where of_place) - app_now()), 0) + ${seconds})::int as place_wait
    from marked`.execute(db);
  const [counts] = rows;
  if (!counts) throw new Error("A sum has a row.");
  return counts;
};

/** Whoever counts at a door counts alone, for the target and then for the place, until their own try is among the others. */
export const lockAttempts = async ({ db, seller }: Db, { door, target, place }: AttemptKey): Promise<void> => {
  if (!guardStands("login_attempts_lock")) return;
  for (const key of [target, ...(place ? [place] : [])])
    await sql`select pg_advisory_xact_lock(hashtextextended(${`${door} ${seller.id} ${key.toString("base64url")}`}, 0))`.execute(
      db,
    );
};

export const insertAttempt = async ({ db, seller }: Db, attempt: AttemptKey): Promise<number> => {
  const { id } = await db
    .insertInto("login_try")
    .values({ seller_id: seller.id, ...attempt, at: sql<string>`app_now()` })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
};

/** It was none. */
export const deleteAttempt = ({ db, seller }: Db, id: number) =>
  db.deleteFrom("login_try").where("seller_id", "=", seller.id).where("id", "=", id).execute();

/** Who is known from a place has not guessed there before either. */
export const deleteAttempts = ({ db, seller }: Db, { door, target, place }: AttemptKey) =>
  db
    .deleteFrom("login_try")
    .where("seller_id", "=", seller.id)
    .where("door", "=", door)
    .where("target", "=", target)
    .where(sql<boolean>`place is not distinct from ${place}`)
    .execute();
