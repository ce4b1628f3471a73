import { sql } from "kysely";
import type { StaffContext } from "../../http/staff/staffContext.ts";

type Desk = Pick<StaffContext, "db" | "seller">;

export const insertNote = async (
  { db, seller }: Desk,
  note: {
    readonly id: string;
    readonly ticket_order_id: string;
    readonly text: string;
    readonly is_pinned: boolean;
    readonly staff_id: string;
  },
): Promise<void> => {
  await db
    .insertInto("order_note")
    .values({ ...note, seller_id: seller.id, created_at: sql<string>`app_now()` })
    .execute();
};

/** Pins or unpins a note of an order. Returns false if it does not exist or was erased. */
export const setPinned = async (
  { db, seller }: Desk,
  { id, ticket_order_id }: { readonly id: string; readonly ticket_order_id: string },
  isPinned: boolean,
): Promise<boolean> => {
  const row = await db
    .updateTable("order_note")
    .set({ is_pinned: isPinned })
    .where("seller_id", "=", seller.id)
    .where("id", "=", id)
    .where("ticket_order_id", "=", ticket_order_id)
    .where("text", "is not", null)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
};

/** Reads and locks the purchaser of an order. */
export const lockPurchaser = ({ db, seller }: Desk, identity_id: string) =>
  db
    .selectFrom("identity")
    .select(["id", "kind", "first_name", "last_name", "email", "phone"])
    .where("seller_id", "=", seller.id)
    .where("id", "=", identity_id)
    .forUpdate()
    .executeTakeFirstOrThrow();

export const updatePurchaser = async (
  { db, seller }: Desk,
  identity_id: string,
  details: {
    readonly first_name: string;
    readonly last_name: string;
    readonly email: string;
    readonly phone: string | null;
  },
): Promise<void> => {
  await db
    .updateTable("identity")
    .set(details)
    .where("seller_id", "=", seller.id)
    .where("id", "=", identity_id)
    .execute();
};

/** The names and addresses on tickets. */
export const attendeesOf = ({ db, seller }: Desk, ticket_ids: readonly string[]) =>
  db
    .selectFrom("ticket")
    .select(["id", "admit_name", "admit_email"])
    .where("seller_id", "=", seller.id)
    .where("id", "=", sql<string>`any(${ticket_ids}::uuid[])`)
    .orderBy("id")
    .execute();
