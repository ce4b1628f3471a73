import { countLockWaits } from "../../../test/database/countLockWaits.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestApp, type TestApp } from "../../../test/app/testApp.ts";
import {
  ageInvitations,
  auditOf,
  createStaff,
  mailsTo,
  OfficeBrowser,
  signedIn,
  tokenIn,
} from "../../../test/office/testStaff.ts";
import { createTestShop, type TestShop } from "../../../test/shop/createTestShop.ts";

let server: TestApp;
let shop: TestShop;
let owner: Awaited<ReturnType<typeof signedIn>>;
beforeAll(async () => {
  server = await openTestApp();
  shop = await createTestShop(server.db);
  owner = await signedIn(server, shop, ["owner"], { name: "Olive Owner" });
});
afterAll(() => server.close());

let nth = 0;
const newAddress = (): string => `new${(nth += 1)}@staff.example`;
const newAccount = { name: "Nia New", password: "a long walk by the quay" };

/** Invites an address and returns the token from its newest e-mail. */
const inviteTo = async (email: string, roles: readonly string[] = ["box_office"]): Promise<string> => {
  expect((await owner.post("/staff/invite", { email, roles })).status).toBe(200);
  const mail = (await mailsTo(server.db, email)).at(-1);
  return mail ? tokenIn(mail.message) : "";
};
const invitationOf = async (email: string): Promise<string> =>
  (await owner.get("/staff")).body.invitations.find((row: { email: string }) => row.email === email).id;
const open = (token: string) => new OfficeBrowser(server).post("/invitation/open", { token });

describe("an invitation", () => {
  test("makes an account with its role, and signs in", async () => {
    const email = newAddress();
    const token = await inviteTo(email, ["box_office", "scanner"]);
    expect((await open(token)).body).toMatchObject({ email, has_account: false, seller: { slug: shop.slug } });
    const browser = new OfficeBrowser(server, shop.slug);
    expect((await browser.post("/invitation/accept", { token, ...newAccount, password: "short" })).status).toBe(422);
    expect((await browser.post("/invitation/accept", { token, ...newAccount })).status).toBe(200);
    const { body } = await browser.get("/me");
    expect(body).toMatchObject({
      email,
      name: "Nia New",
      sellers: [{ slug: shop.slug, roles: ["box_office", "scanner"] }],
    });
    expect((await open(token)).status).toBe(410);
    expect((await new OfficeBrowser(server).post("/invitation/accept", { token, ...newAccount })).status).toBe(410);
  });

  test("works once, also for two people at the same time", async () => {
    const token = await inviteTo(newAddress());
    const accept = () => new OfficeBrowser(server).post("/invitation/accept", { token, ...newAccount });
    const statuses = (await Promise.all([accept(), accept()])).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  });

  test("that is sent again makes the older link invalid", async () => {
    const email = newAddress();
    const first = await inviteTo(email);
    await ageInvitations(server.db, email);
    expect((await owner.post(`/staff/invitation/${await invitationOf(email)}/resend`)).status).toBe(200);
    const second = tokenIn((await mailsTo(server.db, email)).at(-1)?.message ?? ({} as never));
    expect([(await open(first)).status, (await open(second)).status]).toEqual([410, 200]);
  });

  test("that is withdrawn or a week old is refused, without saying which", async () => {
    const [one, other] = [newAddress(), newAddress()];
    const [withdrawn, old] = [await inviteTo(one), await inviteTo(other)];
    expect((await owner.post(`/staff/invitation/${await invitationOf(one)}/withdraw`)).status).toBe(200);
    await server.runAsOwner(
      `update staff_invitation set expires_at = app_now() - interval '1 second' where email = '${other}'`,
    );
    const replies = [await open(withdrawn), await open(old), await open("x".repeat(43))];
    expect(replies.map(({ status }) => status)).toEqual([410, 410, 410]);
    expect(new Set(replies.map(({ body }) => JSON.stringify(body._data))).size).toBe(1);
  });

  test("to an address that has an account is accepted by its owner when signed in", async () => {
    const elsewhere = await createTestShop(server.db);
    const person = await signedIn(server, elsewhere, ["manager"]);
    const token = await inviteTo(person.person.email, ["finance"]);
    expect((await open(token)).body.has_account).toBe(true);
    expect((await new OfficeBrowser(server).post("/invitation/accept", { token, ...newAccount })).status).toBe(409);
    const stranger = await signedIn(server, elsewhere, ["manager"]);
    expect((await stranger.post("/invitation/join", { token })).status).toBe(410);
    expect((await person.post("/invitation/join", { token })).status).toBe(200);
    expect((await person.get("/me")).body.sellers.map(({ slug }: { slug: string }) => slug).toSorted()).toEqual(
      [elsewhere.slug, shop.slug].toSorted(),
    );
    expect((await mailsTo(server.db, person.person.email)).at(-1)?.message.subject).toContain("new role");
  });

  test("to a role that a manager may not give is not the manager's to replace by another one", async () => {
    const manager = await signedIn(server, shop, ["manager"]);
    const email = newAddress();
    const token = await inviteTo(email, ["owner"]);
    const replace = { email: email.toUpperCase(), roles: ["scanner"] };
    expect((await manager.post("/staff/invite", replace)).status).toBe(403);
    expect((await open(token)).body.roles).toEqual(["owner"]);
  });

  test("is over once whoever sent it may not give its roles any more, until somebody else sends it again", async () => {
    const sender = await signedIn(server, shop, ["owner"]);
    const email = newAddress();
    expect((await sender.post("/staff/invite", { email, roles: ["owner"] })).status).toBe(200);
    const link = async () => tokenIn((await mailsTo(server.db, email)).at(-1)?.message ?? ({} as never));
    const first = await link();
    expect((await open(first)).status).toBe(200);
    expect((await owner.post(`/staff/${sender.person.id}/remove`)).status).toBe(200);
    expect((await open(first)).status).toBe(410);
    const accept = (token: string) => new OfficeBrowser(server).post("/invitation/accept", { token, ...newAccount });
    expect((await accept(first)).status).toBe(410);
    const listed = (await owner.get("/staff")).body.invitations.find((row: { email: string }) => row.email === email);
    expect(listed).toMatchObject({ is_over: true });
    await ageInvitations(server.db, email);
    expect((await owner.post(`/staff/invitation/${listed.id}/resend`)).status).toBe(200);
    expect((await accept(await link())).status).toBe(200);
  });

  test("lets nobody in who is suspended there", async () => {
    const person = await signedIn(server, shop, ["manager"]);
    const browser = new OfficeBrowser(server, shop.slug);
    const elsewhere = await createTestShop(server.db);
    await server.db
      .insertInto("staff_grant")
      .values({ seller_id: elsewhere.seller_id, staff_id: person.person.id, role: "scanner" })
      .execute();
    expect((await owner.post(`/staff/${person.person.id}/suspend`)).status).toBe(200);
    const token = await inviteTo(person.person.email, ["box_office"]);
    await browser.signIn(person.person);
    expect((await browser.post("/invitation/join", { token })).status).toBe(410);
    expect((await browser.get("/board")).status).toBe(404);
    expect((await owner.post(`/staff/${person.person.id}/resume`)).status).toBe(200);
    expect((await browser.post("/invitation/join", { token })).status).toBe(200);
  });

  test("belongs to the seller: another seller's owner cannot find it", async () => {
    const email = newAddress();
    await inviteTo(email);
    const id = await invitationOf(email);
    const stranger = await signedIn(server, await createTestShop(server.db), ["owner"]);
    expect((await stranger.post(`/staff/invitation/${id}/withdraw`)).status).toBe(404);
    expect((await stranger.get("/staff")).body.invitations).toEqual([]);
  });
});

describe("a role", () => {
  test("that is taken away has its effect from the next call on", async () => {
    const manager = await signedIn(server, shop, ["manager", "scanner"]);
    expect((await manager.get("/staff")).status).toBe(200);
    expect((await owner.post(`/staff/${manager.person.id}/take_role`, { role: "manager" })).status).toBe(200);
    expect((await manager.get("/staff")).status).toBe(403);
    expect((await owner.post(`/staff/${manager.person.id}/take_role`, { role: "scanner" })).status).toBe(200);
    expect((await manager.get("/staff")).status).toBe(401);
  });

  test("that is given has its effect at once, is announced by e-mail and is in the audit log", async () => {
    const person = await signedIn(server, shop, ["scanner"]);
    expect((await person.get("/audit")).status).toBe(403);
    expect((await owner.post(`/staff/${person.person.id}/give_role`, { role: "finance" })).status).toBe(200);
    expect((await person.get("/audit")).status).toBe(200);
    expect((await mailsTo(server.db, person.person.email)).at(-1)?.message.subject).toContain("new role");
    const entry = (await auditOf(server.db, shop.seller_id)).findLast(({ action }) => action === "staff.role_given");
    expect(entry).toMatchObject({
      entity_id: person.person.id,
      staff_id: owner.person.id,
      roles: ["owner"],
      via: "office",
      before: { roles: ["scanner"] },
      after: { roles: ["finance", "scanner"] },
      request_id: expect.any(String),
    });
  });

  test.each(["owner", "manager", "finance"])("%s cannot be given, removed or offered by a manager", async (role) => {
    const manager = await signedIn(server, shop, ["manager"]);
    const target = await createStaff(server.db, shop.seller_id, ["scanner", role as "owner"]);
    const plain = await createStaff(server.db, shop.seller_id, ["scanner"]);
    expect((await manager.post(`/staff/${plain.id}/give_role`, { role })).status).toBe(403);
    expect((await manager.post(`/staff/${target.id}/take_role`, { role })).status).toBe(403);
    expect((await manager.post(`/staff/${target.id}/suspend`)).status).toBe(403);
    expect((await manager.post(`/staff/${target.id}/remove`)).status).toBe(403);
    expect((await manager.post("/staff/invite", { email: newAddress(), roles: ["scanner", role] })).status).toBe(403);
    expect((await manager.post(`/staff/${plain.id}/give_role`, { role: "reporter" })).status).toBe(200);
  });

  test("of one's own cannot be changed", async () => {
    const manager = await signedIn(server, shop, ["manager"]);
    expect((await manager.post(`/staff/${manager.person.id}/give_role`, { role: "scanner" })).status).toBe(403);
    expect((await owner.post(`/staff/${manager.person.id}/give_role`, { role: "owner" })).status).toBe(200);
    expect((await manager.post(`/staff/${manager.person.id}/take_role`, { role: "manager" })).status).toBe(403);
    expect((await owner.post(`/staff/${manager.person.id}/remove`)).status).toBe(200);
  });

  test("of one's own cannot be changed by an invitation to one's own address", async () => {
    const manager = await signedIn(server, shop, ["manager"]);
    const email = manager.person.email.toUpperCase();
    expect((await manager.post("/staff/invite", { email, roles: ["scanner"] })).status).toBe(403);
    const token = await inviteTo(manager.person.email, ["scanner"]);
    await ageInvitations(server.db, manager.person.email);
    const id = await invitationOf(manager.person.email);
    expect((await manager.post(`/staff/invitation/${id}/resend`)).status).toBe(403);
    expect((await manager.post("/invitation/join", { token })).status).toBe(200);
  });
});

describe("the last owner", () => {
  test("can be neither removed, suspended nor lowered", async () => {
    const small = await createTestShop(server.db);
    const only = await signedIn(server, small, ["owner"]);
    const { id } = only.person;
    for (const [path, body] of [
      [`/staff/${id}/remove`, {}],
      [`/staff/${id}/suspend`, {}],
      [`/staff/${id}/take_role`, { role: "owner" }],
    ] as const) {
      const reply = await only.post(path, body);
      expect([reply.status, reply.body._data[0]._code]).toEqual([409, "last_owner"]);
    }
    // A suspended owner does not count as an owner.
    const second = await createStaff(server.db, small.seller_id, ["owner"]);
    expect((await only.post(`/staff/${second.id}/suspend`)).status).toBe(200);
    expect((await only.post(`/staff/${id}/remove`)).status).toBe(409);
  });

  test("stays when two owners remove each other at the same time", async () => {
    const small = await createTestShop(server.db);
    const [one, other] = [await signedIn(server, small, ["owner"]), await signedIn(server, small, ["owner"])];
    const released = Promise.withResolvers<void>();
    const isLocked = Promise.withResolvers<void>();
    const holder = server.db.transaction().execute(async (tx) => {
      await sql`select from staff_grant where seller_id = ${small.seller_id}::uuid for update`.execute(tx);
      isLocked.resolve();
      await released.promise;
    });
    await isLocked.promise;
    const removals = Promise.all([
      one.post(`/staff/${other.person.id}/remove`),
      other.post(`/staff/${one.person.id}/remove`),
    ]);
    // Both have counted the owners, or are waiting to.
    await expect.poll(() => countLockWaits(server.db)).toBeGreaterThan(1);
    released.resolve();
    await holder;
    const replies = await removals;
    const owners = await server.db
      .selectFrom("staff_grant")
      .select("staff_id")
      .where("seller_id", "=", small.seller_id)
      .execute();
    expect(owners).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

describe("suspending somebody", () => {
  test("keeps them out of this seller alone, until they are let in again", async () => {
    const elsewhere = await createTestShop(server.db);
    const person = await signedIn(server, shop, ["manager"]);
    await server.db
      .insertInto("staff_grant")
      .values({ seller_id: elsewhere.seller_id, staff_id: person.person.id, role: "manager" })
      .execute();
    expect((await owner.post(`/staff/${person.person.id}/suspend`)).status).toBe(200);
    expect((await person.get("/staff")).status).toBe(404);
    expect((await person.get(`/staff?_seller=${elsewhere.slug}`)).status).toBe(200);
    expect((await person.get("/me")).body.sellers).toHaveLength(1);
    expect((await owner.post(`/staff/${person.person.id}/resume`)).status).toBe(200);
    expect((await person.get("/staff")).status).toBe(200);
  });

  test("who works nowhere else ends their sign-ins", async () => {
    const person = await signedIn(server, shop, ["manager"]);
    expect((await owner.post(`/staff/${person.person.id}/suspend`)).status).toBe(200);
    expect((await person.get("/me")).status).toBe(401);
  });
});

test("somebody who was removed keeps their name in the log and can be invited again", async () => {
  const person = await createStaff(server.db, shop.seller_id, ["scanner"], { name: "Gone Girl" });
  expect((await owner.post(`/staff/${person.id}/remove`)).status).toBe(200);
  const { body } = await owner.get(`/audit?action=staff.removed&entity_id=${person.id}`);
  expect(body.entries).toMatchObject([
    { entity_name: "Gone Girl", before: { roles: ["scanner"] }, after: { roles: [] } },
  ]);
  const token = await inviteTo(person.email);
  const browser = new OfficeBrowser(server, shop.slug);
  await browser.signIn(person);
  expect((await browser.post("/invitation/join", { token })).status).toBe(200);
  expect((await browser.get("/me")).body.sellers).toHaveLength(1);
});
