import { createHash, randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Database } from "../../src/db/connections.ts";
import { newId } from "../../src/db/newId.ts";
import { createTestEvent, type TestShop } from "../shop/createTestShop.ts";
import { quickHash } from "./quickHash.ts";

/** Turns an identity into a user who is logged in in all their sessions. */
export const markLoggedIn = async (db: Database, identity_id: string): Promise<void> => {
  await db.updateTable("identity").set({ kind: "user" }).where("id", "=", identity_id).execute();
  await db
    .updateTable("visitor_session")
    .set({ strength: "full", member_identity_id: identity_id, method: "test", authenticated_at: sql`app_now()` })
    .where("identity_id", "=", identity_id)
    .execute();
};

export type TestUser = { readonly identity_id: string; readonly email: string; readonly cookie: string };

/** A user with a session; `cookie` is its cookie. */
export const createTestUser = async (
  db: Database,
  shop: Pick<TestShop, "seller_id" | "slug">,
  overrides: {
    readonly email?: string;
    readonly first_name?: string;
    readonly last_name?: string;
    readonly password?: string;
    readonly zip_code?: string;
    readonly phone?: string;
  } = {},
): Promise<TestUser> => {
  const identity_id = newId();
  const email = overrides.email ?? `${identity_id}@example.org`;
  const token = randomBytes(32).toString("base64url");
  const { first_name = "Ada", last_name = "Lovelace", zip_code = null, phone = null } = overrides;
  await db
    .insertInto("identity")
    .values({ seller_id: shop.seller_id, id: identity_id, kind: "user", first_name, last_name, email, zip_code, phone })
    .execute();
  await db
    .insertInto("user_login")
    .values({
      seller_id: shop.seller_id,
      identity_id,
      password: overrides.password === undefined ? null : quickHash(overrides.password),
      email_verified_at: sql<string>`app_now()`,
    })
    .execute();
  await db
    .insertInto("visitor_session")
    .values({
      seller_id: shop.seller_id,
      token_hash: createHash("sha256").update(token).digest(),
      identity_id,
      strength: "full",
      member_identity_id: identity_id,
      expires_at: sql<string>`app_now() + interval '1 day'`,
    })
    .execute();
  return { identity_id, email, cookie: `foyer.${shop.slug}=${token}` };
};

/** Turns a guest's session into a limited one of this member. */
export const limitSession = async (
  db: Database,
  guest: { readonly cookie: string },
  member_identity_id: string,
): Promise<void> => {
  const token = guest.cookie.split("=")[1] ?? "";
  await db
    .updateTable("visitor_session")
    .set({ strength: "limited", member_identity_id, method: "test", authenticated_at: sql<string>`app_now()` })
    .where("token_hash", "=", createHash("sha256").update(token).digest())
    .execute();
};

export type MembershipOverrides = {
  /** Tickets per visit by the name of the ticket type, or '*' for any. */
  readonly benefits?: Readonly<Record<string, number>>;
  /** Tickets per event and term; -1 means unlimited. */
  readonly purchase_limit?: number;
  readonly level_name?: string;
  readonly party_role?: string;
  /** Rank of the programme and of the role; 1 is the highest. */
  readonly rank?: number;
  /** Days from now. By default the term began a month ago and has eleven months left. */
  readonly fromDays?: number;
  readonly toDays?: number | null;
  readonly state?: "active" | "cancelled";
  /** The state of its auto-renewal; without it there is none. */
  readonly auto_renew?: "scheduled" | "cancelled" | "failed";
};
export type TestMembership = {
  readonly id: string;
  readonly ticket_id: string;
  readonly ticket_order_id: string;
  readonly event_template_id: string;
  readonly ticket_group_id: string;
  readonly ticket_type_id: string;
  readonly member_number: string;
};

/** A membership with its level, order and booked ticket, as if bought for 0.00. */
export const createTestMembership = async (
  db: Database,
  shop: Pick<TestShop, "seller_id" | "venue_id" | "timezone">,
  identity_id: string | null,
  overrides: MembershipOverrides = {},
): Promise<TestMembership> => {
  const { seller_id } = shop;
  const { benefits = { "*": 2 }, rank = 1, level_name = "Individual", party_role = "member", auto_renew } = overrides;
  const daysFromNow = (days: number): string =>
    Temporal.Now.instant()
      .add({ hours: days * 24 })
      .toString();
  const event = await createTestEvent(db, shop, {
    name: "Membership",
    // Hidden, so that it appears in no listing that a test counts.
    hidden_type: "public_link_only",
    sessions: [],
    groups: [
      { name: level_name, handler: "membership", used_capacity: 1, types: [{ name: "Member", currency_amount: 0 }] },
    ],
  });
  const [group] = event.groups;
  const [type] = group?.types ?? [];
  if (!group || !type) throw new Error("A level has a type.");
  const [program_id, role_id, buyer_id, cart_id, ticket_order_id, ticket_id, id] = Array.from({ length: 7 }, newId);
  if (!program_id || !role_id || !buyer_id || !cart_id || !ticket_order_id || !ticket_id || !id)
    throw new Error("Ids.");
  await db
    .insertInto("membership_program")
    .values({ seller_id, id: program_id, key: program_id, name: level_name, rank })
    .execute();
  await db
    .insertInto("membership_role")
    .values({
      seller_id,
      id: role_id,
      membership_program_id: program_id,
      key: party_role,
      name: party_role,
      rank,
      benefits: JSON.stringify(benefits),
    })
    .execute();
  // Without an e-mail address, so that no confirmation is due.
  await db.insertInto("identity").values({ seller_id, id: buyer_id, kind: "public" }).execute();
  const ended = daysFromNow(-1);
  await db
    .insertInto("cart")
    .values({
      seller_id,
      id: cart_id,
      identity_id: buyer_id,
      state: "completed",
      expires_at: ended,
      max_hold_until: ended,
    })
    .execute();
  const scan_code = (): string => randomBytes(16).toString("hex").toUpperCase();
  await db
    .insertInto("ticket_order")
    .values({
      seller_id,
      id: ticket_order_id,
      identity_id: buyer_id,
      owner_identity_id: buyer_id,
      cart_id,
      currency: "USD",
      scan_code: scan_code(),
      total: 0,
    })
    .execute();
  await db
    .insertInto("ticket")
    .values({
      seller_id,
      id: ticket_id,
      state: "booked",
      cart_id,
      ticket_order_id,
      ticket_type_id: type.id,
      ticket_group_id: group.id,
      event_template_id: event.id,
      event_session_id: null,
      face_value: 0,
      adjusted_value: 0,
      scan_code: scan_code(),
    })
    .execute();
  const member_number = randomBytes(5).toString("hex").toUpperCase();
  const { toDays = 330, fromDays = -30, purchase_limit = -1, state = "active" } = overrides;
  const valid_to = toDays === null ? null : daysFromNow(toDays);
  await db
    .insertInto("membership")
    .values({
      seller_id,
      id,
      ticket_id,
      ticket_order_id,
      event_template_id: event.id,
      ticket_group_id: group.id,
      ticket_type_id: type.id,
      membership_program_id: program_id,
      membership_role_id: role_id,
      level_name,
      party_role,
      benefits: JSON.stringify(benefits),
      purchase_limit,
      identity_id,
      holder_name: null,
      holder_email: null,
      scan_code: scan_code(),
      member_number,
      valid_from: daysFromNow(fromDays),
      valid_to,
      renews_id: null,
    })
    .execute();
  if (state === "cancelled") await cancelTestMembership(db, { ticket_id });
  if (auto_renew !== undefined && identity_id !== null)
    await db
      .insertInto("auto_renewal")
      .values({
        seller_id,
        membership_id: id,
        identity_id,
        saved_payment_method_id: null,
        state: auto_renew,
        due_at: valid_to ?? daysFromNow(330),
        next_at: valid_to ?? daysFromNow(330),
        cart_id: null,
        renewed_by_id: null,
        last_error: null,
        notified_at: null,
        cancelled_at: null,
      })
      .execute();
  return {
    id,
    ticket_id,
    ticket_order_id,
    event_template_id: event.id,
    ticket_group_id: group.id,
    ticket_type_id: type.id,
    member_number,
  };
};

/** Cancels the membership and its ticket. */
export const cancelTestMembership = async (
  db: Database,
  { ticket_id }: Pick<TestMembership, "ticket_id">,
): Promise<void> => {
  await db.updateTable("membership").set({ state: "cancelled" }).where("ticket_id", "=", ticket_id).execute();
  await db.updateTable("ticket").set({ state: "cancelled" }).where("id", "=", ticket_id).execute();
  await db
    .updateTable("ticket_group")
    .set({ used_capacity: 0 })
    .where("id", "in", (eb) => eb.selectFrom("ticket").select("ticket_group_id").where("id", "=", ticket_id))
    .execute();
};

/** A user with a session and a membership. */
export const createTestMember = async (
  db: Database,
  shop: Pick<TestShop, "seller_id" | "slug" | "venue_id" | "timezone">,
  overrides: MembershipOverrides = {},
): Promise<TestUser & { readonly membership: TestMembership }> => {
  const user = await createTestUser(db, shop);
  return { ...user, membership: await createTestMembership(db, shop, user.identity_id, overrides) };
};

/** A guest's limited session, entered with a member's number alone. */
export const createLimitedVisitor = async (
  db: Database,
  shop: Pick<TestShop, "seller_id" | "slug">,
  member_identity_id: string,
): Promise<Pick<TestUser, "identity_id" | "cookie">> => {
  const identity_id = newId();
  const token = randomBytes(32).toString("base64url");
  await db.insertInto("identity").values({ seller_id: shop.seller_id, id: identity_id, kind: "public" }).execute();
  await db
    .insertInto("visitor_session")
    .values({
      seller_id: shop.seller_id,
      token_hash: createHash("sha256").update(token).digest(),
      identity_id,
      strength: "limited",
      member_identity_id,
      method: "test",
      authenticated_at: sql<string>`app_now()`,
      expires_at: sql<string>`app_now() + interval '1 day'`,
    })
    .execute();
  return { identity_id, cookie: `foyer.${shop.slug}=${token}` };
};
