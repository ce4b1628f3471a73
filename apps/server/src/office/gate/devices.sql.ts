import { sql } from "kysely";
import type { Database } from "../../db/connections.ts";
import { statement } from "../../db/statements/statement.ts";
import type { GateDevice } from "../../http/staff/staffContext.ts";

const columns = `d.id, d.name, d.event_ids, d.venue_ids, d.paired_at, d.ends_at,
  case when d.ended_at is not null then least(d.ended_at, d.ends_at) when d.ends_at <= app_now() then d.ends_at end as over_since`;

/** A paired device by its token, including one that has ended. */
export const findDevice = async (
  db: Database,
  seller_id: string,
  token_hash: Buffer,
): Promise<GateDevice | undefined> => {
  const [row] = await statement<Omit<GateDevice, "kind">>(
    db,
    `select ${columns} from scan_device d where d.seller_id = $1 and d.token_hash = $2`,
    [seller_id, token_hash],
  );
  return row && { kind: "device", ...row };
};

export type DeviceStatus = { readonly waiting: number; readonly clock_offset_ms: number };

/** Records what a device reported about itself. */
export const touchDevice = async (
  db: Database,
  seller_id: string,
  id: string,
  { waiting, clock_offset_ms }: DeviceStatus,
): Promise<void> => {
  await statement(
    db,
    `update scan_device set seen_at = app_now(), waiting = $3, clock_offset_ms = $4 where seller_id = $1 and id = $2`,
    [seller_id, id, waiting, clock_offset_ms],
  );
};

/** Records that the device called, at most once a minute. */
export const noteContact = async (db: Database, seller_id: string, id: string): Promise<void> => {
  await statement(
    db,
    `update scan_device set seen_at = app_now()
     where seller_id = $1 and id = $2 and (seen_at is null or seen_at < app_now() - interval '1 minute')`,
    [seller_id, id],
  );
};

export type NewDevice = {
  readonly seller_id: string;
  readonly id: string;
  readonly name: string;
  readonly event_ids: readonly string[];
  readonly venue_ids: readonly string[];
  readonly ends_at: string;
  readonly created_by: string;
  readonly pairing_hash: Buffer;
};

const pairingEnds = (minutes: number) => sql<string>`app_now() + make_interval(mins => ${minutes}::int)`;

/** Returns the expiry of its pairing code. */
export const insertDevice = async (
  db: Database,
  { event_ids, venue_ids, ...device }: NewDevice,
  minutes: number,
): Promise<string> => {
  const { pairing_expires_at } = await db
    .insertInto("scan_device")
    .values({
      ...device,
      event_ids: [...event_ids],
      venue_ids: [...venue_ids],
      pairing_expires_at: pairingEnds(minutes),
    })
    .returning("pairing_expires_at")
    .executeTakeFirstOrThrow();
  return pairing_expires_at ?? "";
};

/** A new code for a device that is not paired yet; undefined if it is paired or was ended. */
export const renewPairingCode = async (
  db: Database,
  { seller_id, id, pairing_hash }: Pick<NewDevice, "seller_id" | "id" | "pairing_hash">,
  minutes: number,
): Promise<{ readonly name: string; readonly expires_at: string } | undefined> => {
  const row = await db
    .updateTable("scan_device")
    .set({ pairing_hash, pairing_expires_at: pairingEnds(minutes) })
    .where("seller_id", "=", seller_id)
    .where("id", "=", id)
    .where("paired_at", "is", null)
    .where("ended_at", "is", null)
    .returning(["name", "pairing_expires_at as expires_at"])
    .executeTakeFirst();
  return row && { name: row.name, expires_at: row.expires_at ?? "" };
};

export const sellerIdOf = async (acrossSellers: Database, slug: string): Promise<string | undefined> =>
  (await acrossSellers.selectFrom("seller").select("id").where("slug", "=", slug).executeTakeFirst())?.id;

/** Pairs a device and invalidates its code. Undefined for a code that is used, replaced, expired or unknown. */
export const takePairingCode = async (
  db: Database,
  { seller_id, pairing_hash, token_hash }: { seller_id: string; pairing_hash: Buffer; token_hash: Buffer },
): Promise<{ readonly id: string; readonly name: string } | undefined> => {
  const [row] = await statement<{ id: string; name: string }>(
    db,
    `update scan_device d set token_hash = $3, paired_at = app_now(), seen_at = app_now(), pairing_hash = null, pairing_expires_at = null
     where d.seller_id = $1 and d.pairing_hash = $2 and d.pairing_expires_at > app_now() and d.ended_at is null and d.ends_at > app_now()
     returning d.id, d.name`,
    [seller_id, pairing_hash, token_hash],
  );
  return row;
};

/** The end of the device with this pairing code; its cookie lasts as long. */
export const endOfPairing = async (
  db: Database,
  seller_id: string,
  pairing_hash: Buffer,
): Promise<string | undefined> => {
  const [row] = await statement<{ ends_at: string }>(
    db,
    `select ends_at from scan_device where seller_id = $1 and pairing_hash = $2`,
    [seller_id, pairing_hash],
  );
  return row?.ends_at;
};

/** Returns its name; undefined if it was ended before. */
export const markEnded = async (
  db: Database,
  { seller_id, id, ended_by }: { seller_id: string; id: string; ended_by: string },
): Promise<string | undefined> => {
  const row = await db
    .updateTable("scan_device")
    .set({ ended_at: sql<string>`app_now()`, ended_by, pairing_hash: null, pairing_expires_at: null })
    .where("seller_id", "=", seller_id)
    .where("id", "=", id)
    .where("ended_at", "is", null)
    .returning("name")
    .executeTakeFirst();
  return row?.name;
};

/** The maximum number of devices that can scan at once (limits/requireRoom.ts), and as many that have ended. */
const shownDevices = 400;

/** All devices that scan or can be paired, and those that ended within a week. Newest first, ended ones last. */
export const devicesOf = (db: Database, seller_id: string) =>
  db
    .selectFrom("scan_device")
    .select([
      "id",
      "name",
      "event_ids",
      "venue_ids",
      "paired_at",
      "ends_at",
      "seen_at",
      "waiting",
      "clock_offset_ms",
      sql<boolean>`ended_at is not null or ends_at <= app_now()`.as("is_over"),
      sql<boolean>`coalesce(pairing_expires_at > app_now(), false)`.as("is_pairing"),
    ])
    .where("seller_id", "=", seller_id)
    .where(sql<boolean>`least(ended_at, ends_at) > app_now() - interval '7 days'`)
    .orderBy(sql`ended_at is not null or ends_at <= app_now()`)
    .orderBy("created_at", "desc")
    .limit(shownDevices)
    .execute();

/** The number of these events or venues that belong to the seller. */
export const ownIds = async (
  db: Database,
  seller_id: string,
  kind: "event_template" | "venue",
  ids: readonly string[],
): Promise<number> => {
  if (ids.length === 0) return 0;
  const { count } = await db
    .selectFrom(kind)
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("seller_id", "=", seller_id)
    .where("id", "in", [...ids])
    .executeTakeFirstOrThrow();
  return count;
};

export const eventsAndVenues = async (db: Database, seller_id: string) => {
  const events = await db
    .selectFrom("event_template")
    .select(["id", "name"])
    .where("seller_id", "=", seller_id)
    .where("retired", "=", false)
    .orderBy("name")
    .limit(500)
    .execute();
  const venues = await db
    .selectFrom("venue")
    .select(["id", "name"])
    .where("seller_id", "=", seller_id)
    .orderBy("name")
    .limit(100)
    .execute();
  return { events, venues };
};
