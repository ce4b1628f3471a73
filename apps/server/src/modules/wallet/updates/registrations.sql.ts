import { inOneTrip, statement } from "../../../db/statements/statement.ts";
import type { RequestContext } from "../../../http/requestContext.ts";

type Db = Pick<RequestContext, "db" | "seller">;
export type Registration = { readonly pass_id: string; readonly device_hash: Buffer; readonly push_token: string };

/** Locks an Apple pass. Returns false if the pass was forgotten. */
export const lockPass = async ({ db, seller }: Db, pass_id: string): Promise<boolean> => {
  const found = await statement(
    db,
    "select id from wallet_pass where seller_id = $1 and id = $2 and wallet = 'apple' for update",
    [seller.id, pass_id],
  );
  return found.length > 0;
};

/** Registers a device for a pass, or changes its push token. Returns whether it is new. */
export const upsertRegistration = async (
  { db, seller }: Db,
  { pass_id, device_hash, push_token }: Registration,
): Promise<boolean> => {
  const [earlier] = await inOneTrip(db, (db) =>
    Promise.all([
      statement(
        db,
        "select from wallet_registration where seller_id = $1 and wallet_pass_id = $2 and device_hash = $3",
        [seller.id, pass_id, device_hash],
      ),
      statement(
        db,
        `insert into wallet_registration (seller_id, wallet_pass_id, device_hash, push_token) values ($1, $2, $3, $4)
         on conflict (seller_id, wallet_pass_id, device_hash) do update set push_token = excluded.push_token`,
        [seller.id, pass_id, device_hash, push_token],
      ),
    ]),
  );
  return earlier.length === 0;
};

/** Forgets the oldest devices of a pass beyond `max`. */
export const trimRegistrations = async ({ db, seller }: Db, pass_id: string, max: number): Promise<void> => {
  await statement(
    db,
    `delete from wallet_registration where seller_id = $1 and wallet_pass_id = $2 and device_hash in (
       select device_hash from wallet_registration where seller_id = $1 and wallet_pass_id = $2
       order by created_at desc, device_hash offset $3)`,
    [seller.id, pass_id, max],
  );
};

export const deleteRegistration = async (
  { db, seller }: Db,
  { pass_id, device_hash }: Omit<Registration, "push_token">,
): Promise<void> => {
  await statement(
    db,
    "delete from wallet_registration where seller_id = $1 and wallet_pass_id = $2 and device_hash = $3",
    [seller.id, pass_id, device_hash],
  );
};

/** Forgets devices that no longer exist. */
export const deleteDevices = async ({ db, seller }: Db, push_tokens: readonly string[]): Promise<void> => {
  if (push_tokens.length === 0) return;
  await statement(db, "delete from wallet_registration where seller_id = $1 and push_token = any($2::text[])", [
    seller.id,
    push_tokens,
  ]);
};

export const selectRegistrations = (
  { db, seller }: Db,
  pass_ids: readonly string[],
): Promise<{ pass_id: string; push_token: string }[]> =>
  statement(
    db,
    `select wallet_pass_id as pass_id, push_token from wallet_registration
     where seller_id = $1 and wallet_pass_id = any($2::uuid[])`,
    [seller.id, pass_ids],
  );

/** The passes of a device that changed at or after `since`, in the order in which they changed. */
export const selectPassesOfDevice = (
  { db, seller }: Db,
  {
    device_hash,
    since,
    limit,
  }: { readonly device_hash: Buffer; readonly since: string | null; readonly limit: number },
): Promise<{ id: string; changed_at: string }[]> =>
  statement(
    db,
    `select p.id, p.changed_at from wallet_registration r
     join wallet_pass p on p.seller_id = r.seller_id and p.id = r.wallet_pass_id
     where r.seller_id = $1 and r.device_hash = $2 and ($3::timestamptz is null or p.changed_at >= $3)
     order by p.changed_at, p.id limit $4`,
    [seller.id, device_hash, since, limit],
  );
