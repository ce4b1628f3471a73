import { createHash, randomBytes } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type { CartReply } from "@foyer/contract/shop/cart.ts";
import { applicationHeader } from "@foyer/contract/endpoint.ts";
import { demoMembers } from "@foyer/demo/members.ts";
import { demoMemberships, type DemoMembership } from "@foyer/demo/memberships.ts";
import type { Connections, Database } from "../db/connections.ts";
import { readSeller } from "../http/sellerFinder.ts";
import { sessionDays } from "../http/sessionLifetimes.ts";

type Member = { readonly seller_id: string; readonly identity_id: string };

/**
 * The memberships of the demo's people, each bought once: held, paid for with a test card and checked out by the calls that
 * everybody makes. Only where the demo is, and where test cards are taken.
 */
export const loadDemoMemberships = async (connections: Connections, app: FastifyInstance): Promise<void> => {
  const db = connections.acrossSellers();
  const demoMarker = await db.selectFrom("house_note").select("name").where("name", "=", "demo").executeTakeFirst();
  if (!demoMarker) return;
  for (const membership of demoMemberships) {
    const member = await findMember(db, membership.seller);
    if (!member || (await hasMembership(db, member))) continue;
    const cookie = await startSession(db, member, membership.seller);
    const terms = (await readSeller(db, membership.seller))?.web.terms;
    await buyMembership(app, membership, { cookie, terms }, await findTicketTypes(db, member.seller_id, membership));
    await endSession(db, cookie);
    await setMemberNumber(db, member, membership.number);
  }
};

const findMember = async (db: Database, slug: string): Promise<Member | undefined> => {
  const person = demoMembers.find(({ seller }) => seller === slug);
  return db
    .selectFrom("identity as i")
    .innerJoin("seller as s", "s.id", "i.seller_id")
    .select(["i.seller_id", "i.id as identity_id"])
    .where("s.slug", "=", slug)
    .where("i.kind", "=", "user")
    .where("i.email", "=", person?.email ?? "")
    .executeTakeFirst();
};

const hasMembership = async (db: Database, { seller_id, identity_id }: Member): Promise<boolean> =>
  (await db
    .selectFrom("membership")
    .select("id")
    .where("seller_id", "=", seller_id)
    .where("identity_id", "=", identity_id)
    .executeTakeFirst()) !== undefined;

const hashOf = (token: string): Buffer => createHash("sha256").update(token).digest();
const tokenIn = (cookie: string): string => cookie.split("=")[1] ?? "";

/** A session for as long as it takes. */
const startSession = async (db: Database, { seller_id, identity_id }: Member, slug: string): Promise<string> => {
  const token = randomBytes(32).toString("base64url");
  await db
    .insertInto("visitor_session")
    .values({
      seller_id,
      token_hash: hashOf(token),
      identity_id,
      strength: "full",
      member_identity_id: identity_id,
      expires_at: sql<string>`app_now() + make_interval(days => ${sessionDays.idle}::int)`,
    })
    .execute();
  return `foyer.${slug}=${token}; __Host-foyer.${slug}=${token}`;
};
const endSession = async (db: Database, cookie: string): Promise<void> => {
  await db
    .updateTable("visitor_session")
    .set({ ended_at: sql<string>`app_now()` })
    .where("token_hash", "=", hashOf(tokenIn(cookie.split(";")[0] ?? "")))
    .execute();
};

type Terms = { readonly version: string } | undefined;
type LevelTypes = { readonly event_template_id: string; readonly idOf: (key: string) => string };

const findTicketTypes = async (
  db: Database,
  seller_id: string,
  { event, level }: DemoMembership,
): Promise<LevelTypes> => {
  const rows = await db
    .selectFrom("ticket_type as y")
    .innerJoin("ticket_group as g", "g.id", "y.ticket_group_id")
    .innerJoin("event_template as e", "e.id", "g.event_template_id")
    .select(["y.id", "y.key", "e.id as event_template_id"])
    .where("y.seller_id", "=", seller_id)
    .where("e.key", "=", event)
    .where("g.key", "=", level)
    .execute();
  const ids = new Map(rows.map(({ key, id }) => [key, id]));
  return { event_template_id: rows[0]?.event_template_id ?? "", idOf: (key) => ids.get(key) ?? "" };
};

const buyMembership = async (
  app: FastifyInstance,
  { seller: slug, people, auto_renew }: DemoMembership,
  { cookie, terms }: { readonly cookie: string; readonly terms: Terms },
  { event_template_id, idOf: typeIdOf }: LevelTypes,
): Promise<void> => {
  const post = async (path: string, body: object): Promise<CartReply> => {
    const answer = await app.inject({
      method: "POST",
      url: `/api${path}`,
      query: { _seller: slug },
      headers: { [applicationHeader.name]: applicationHeader.value, cookie },
      payload: body,
    });
    if (answer.statusCode !== 200) throw new Error(`The demo's membership of ${slug} was not bought: ${answer.body}`);
    return answer.json();
  };
  const { cart } = await post("/my/cart/modify", {
    add: [
      {
        event_template_id,
        ticket_types_required: [...Map.groupBy(people, ({ type }) => type)].map(([type, members]) => ({
          ticket_type_id: typeIdOf(type),
          quantity: members.length,
          admit_names: members.map(({ name = "" }) => name),
          admit_emails: members.map(({ email = "" }) => email),
        })),
      },
    ],
  });
  const [held] = cart._data;
  const card = { number: "4242 4242 4242 4242", expiry: "12/40", cvc: "123" };
  const amount = held?.outstanding_balance;
  await post(`/my/cart/${held?.id}/pay`, [
    { gateway_id: "test", amount, gateway_data: { card }, ...(auto_renew && { auto_renew }) },
  ]);
  const { first_name, last_name, email } = demoMembers.find(({ seller }) => seller === slug) ?? demoMembers[0]!;
  await post(`/my/cart/${held?.id}/guest_checkout`, {
    identity: { first_name, last_name, email },
    ...(terms && { terms_accepted: true, terms_version: terms.version }),
  });
};

/** The number that the README names, on the card and in its letter. */
const setMemberNumber = async (db: Database, { seller_id, identity_id }: Member, number: string): Promise<void> => {
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
