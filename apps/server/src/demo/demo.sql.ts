import { sql } from "kysely";
import type { DemoMembership } from "@foyer/demo/memberships.ts";
import type { Database } from "../db/connections.ts";

/** All of these functions read and write across sellers. */
export type DemoMember = { readonly seller_id: string; readonly identity_id: string };

/** Whether the demo's catalogue was loaded into this database. Sellers with the demo's slugs alone do not show this. */
export const hasDemo = async (db: Database): Promise<boolean> =>
  (await db.selectFrom("installation_note").select("name").where("name", "=", "demo").executeTakeFirst()) !== undefined;

export const findMember = async (db: Database, slug: string, email: string): Promise<DemoMember | undefined> =>
  db
    .selectFrom("identity as i")
    .innerJoin("seller as s", "s.id", "i.seller_id")
    .select(["i.seller_id", "i.id as identity_id"])
    .where("s.slug", "=", slug)
    .where("i.kind", "=", "user")
    .where("i.email", "=", email)
    .executeTakeFirst();

export const hasMembership = async (db: Database, { seller_id, identity_id }: DemoMember): Promise<boolean> =>
  (await db
    .selectFrom("membership")
    .select("id")
    .where("seller_id", "=", seller_id)
    .where("identity_id", "=", identity_id)
    .executeTakeFirst()) !== undefined;

export const insertDemoSession = async (
  db: Database,
  { seller_id, identity_id }: DemoMember,
  token_hash: Buffer,
  days: number,
): Promise<void> => {
  await db
    .insertInto("visitor_session")
    .values({
      seller_id,
      token_hash,
      identity_id,
      strength: "full",
      member_identity_id: identity_id,
      expires_at: sql<string>`app_now() + make_interval(days => ${days}::int)`,
    })
    .execute();
};

export const endDemoSession = async (db: Database, token_hash: Buffer): Promise<void> => {
  await db
    .updateTable("visitor_session")
    .set({ ended_at: sql<string>`app_now()` })
    .where("token_hash", "=", token_hash)
    .execute();
};

export type LevelTypes = { readonly event_template_id: string; readonly idOf: (key: string) => string };

export const findTicketTypes = async (
  db: Database,
  seller_id: string,
  { event, level }: DemoMembership,
): Promise<LevelTypes> => {
  const rows = await db
    .selectFrom("ticket_type as y")
    .innerJoin("ticket_group as g", (join) =>
      join.on("g.seller_id", "=", seller_id).onRef("g.id", "=", "y.ticket_group_id"),
    )
    .innerJoin("event_template as e", (join) =>
      join.on("e.seller_id", "=", seller_id).onRef("e.id", "=", "g.event_template_id"),
    )
    .select(["y.id", "y.key", "e.id as event_template_id"])
    .where("y.seller_id", "=", seller_id)
    .where("e.key", "=", event)
    .where("g.key", "=", level)
    .execute();
  const ids = new Map(rows.map(({ key, id }) => [key, id]));
  return { event_template_id: rows[0]?.event_template_id ?? "", idOf: (key) => ids.get(key) ?? "" };
};

/** Sets the member number that the README names, on the membership and in its queued e-mail. */
export const setMemberNumber = async (
  db: Database,
  { seller_id, identity_id }: DemoMember,
  number: string,
): Promise<void> => {
  const card = await db
    .selectFrom("membership")
    .select(["id", "member_number"])
    .where("seller_id", "=", seller_id)
    .where("identity_id", "=", identity_id)
    .executeTakeFirst();
  if (!card) return;
  await db.updateTable("membership").set({ member_number: number }).where("id", "=", card.id).execute();
  await sql`update outbox set message = replace(message::text, ${card.member_number}, ${number})::jsonb
    where seller_id = ${seller_id} and ref_id = ${card.id}`.execute(db);
};
