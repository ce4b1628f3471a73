import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { commandContext } from "../../../../test/app/commandContext.ts";
import { emailsTo, TestVisitor } from "../../../../test/accounts/login.ts";
import { createTestMembership, createTestUser } from "../../../../test/accounts/members.ts";
import { holdMembership, membershipRequest, readMemberships } from "../../../../test/accounts/membershipLevels.ts";
import {
  chargedOnce,
  createRenewalShop,
  joinWithDueRenewal,
  makeRenewalDue,
  readRenewal,
  renewalOutcome,
  runRenewalJob,
  type RenewalShop,
} from "../../../../test/accounts/renewals.ts";
import type { TestApp } from "../../../../test/app/testApp.ts";
import { setUpRaceServers } from "../../../../test/database/raceServers.ts";
import { startAtPause } from "../../../../test/database/startAtPause.ts";
import { createPerson, prepareMerge, rowsNaming } from "../../../../test/office/mergedPersons.ts";
import { signedIn } from "../../../../test/office/testStaff.ts";
import { refusalOf } from "../../../../test/orders/changedOrders.ts";
import { cards, TestBuyer } from "../../../../test/shop/testBuyer.ts";
import { personCommand } from "../../../cli/commands/person.ts";
import { mergedColumns } from "./mergedColumns.ts";

let one: TestApp;
let other: TestApp;
setUpRaceServers(
  ["persons_locked", "carts_moved", "after_live_payment_check", "renewal_step_decided", "renewal_before_capture"],
  (first, second) => {
    [one, other] = [first, second];
  },
);

const moving = Object.entries(mergedColumns).flatMap(([name, { moves }]) => (moves ? [name] : []));

/** Two persons of a shop, and a merge of the second into the first. */
const twoPersons = async (configuration: object = {}) => {
  const at = await createRenewalShop(one, configuration);
  const manager = await signedIn(other, at.shop, ["manager"]);
  const [kept, merged] = [await createPerson(one, at), await createPerson(one, at)];
  return { at, manager, kept, merged, send: () => prepareMerge(manager, kept.membership_id, merged.user.identity_id) };
};
type Two = Awaited<ReturnType<typeof twoPersons>>;
const isMerged = async ({ merged }: Two) =>
  Object.keys(await rowsNaming(one, moving, merged.user.identity_id)).length === 0;

test("of two merges in opposite directions at the same moment one is made", async () => {
  const two = await twoPersons();
  const { manager, kept, merged } = two;
  const [first, second] = [await two.send(), await prepareMerge(manager, merged.membership_id, kept.user.identity_id)];
  const late = startAtPause(one.db, "persons_locked", () => second());
  expect((await first()).status).toBe(200);
  expect(refusalOf((await late()) as never)).toBe("409 stale_version");
  expect(await isMerged(two)).toBe(true);
  expect(await rowsNaming(one, ["membership.identity_id"], kept.user.identity_id)).toEqual({
    "membership.identity_id": 2,
  });
});

describe("buying", () => {
  test("that begins while a merge is under way is paid for by nobody", async () => {
    const two = await twoPersons();
    const buyer = new TestBuyer(one, two.at.shop, two.merged.user.cookie);
    const cart = await buyer.hold(1);
    const send = await two.send();
    const paid = startAtPause(one.db, "persons_locked", () => buyer.pay(cart, cards.good));
    expect((await send()).status).toBe(200);
    expect((await paid())?.status).toBe(404);
    const account = new TestBuyer(one, two.at.shop, two.kept.user.cookie);
    expect((await account.pay(cart, cards.good)).status).toBe(200);
    expect((await account.checkOut(cart, {})).body.outcome).toBe("completed");
    expect(await isMerged(two)).toBe(true);
  });

  test("that is being paid refuses the merge, and nothing is lost", async () => {
    const two = await twoPersons();
    const buyer = new TestBuyer(one, two.at.shop, two.merged.user.cookie);
    const cart = await buyer.hold(1);
    const send = await two.send();
    const late = startAtPause(one.db, "after_live_payment_check", () => send());
    expect((await buyer.pay(cart, cards.good)).status).toBe(200);
    expect(refusalOf((await late()) as never)).toBe("409 payment_in_progress");
    expect((await buyer.checkOut(cart, {})).body.outcome).toBe("completed");
  });

  test("a card for the merged address meanwhile is in an account that can log in", async () => {
    const two = await twoPersons();
    const people = [{ type: 0, name: "Grace Hopper", email: two.merged.user.email }];
    const send = await two.send();
    const wanted = membershipRequest(two.at.levels, two.at.levels.individual, { people });
    const { buyer, cart } = await holdMembership(one, two.at.shop, wanted);
    await buyer.pay(cart, cards.good);
    const bought = startAtPause(one.db, "persons_locked", () => buyer.checkOut(cart));
    expect((await send()).status).toBe(200);
    const { body } = (await bought())!;
    const [card] = await readMemberships(one, body.ticket_order._data[0].id);
    const account = await one.db
      .selectFrom("identity")
      .select("kind")
      .where("id", "=", card?.identity_id ?? "")
      .executeTakeFirstOrThrow();
    expect(account.kind).toBe("user");
    expect(card?.identity_id).not.toBe(two.merged.user.identity_id);
  });
});

describe("an automatic renewal", () => {
  const due = async () => {
    const race = await joinWithDueRenewal(one);
    const { shop } = race.renewalShop;
    const manager = await signedIn(other, shop, ["manager"]);
    const kept = await createTestUser(one.db, shop);
    const { id } = await createTestMembership(one.db, shop, kept.identity_id);
    const send = await prepareMerge(manager, id, race.member.user?.identity_id ?? "");
    return { ...race, kept, send };
  };

  test.each(["renewal_step_decided", "renewal_before_capture"] as const)(
    "that is charged refuses the merge, at %s",
    async (point) => {
      const race = await due();
      const late = startAtPause(one.db, point, () => race.send());
      await runRenewalJob(one);
      expect(refusalOf((await late()) as never)).toMatch(/^409 (payment_in_progress|stale_version)$/);
      expect(await renewalOutcome(one, race)).toEqual(chargedOnce);
    },
  );

  test("that comes due during a merge is charged after it, once", async () => {
    const race = await due();
    const job = startAtPause(one.db, "persons_locked", () => runRenewalJob(one));
    expect((await race.send()).status).toBe(200);
    await job();
    await makeRenewalDue(one, race.member.membership_id);
    await runRenewalJob(one);
    expect(await renewalOutcome(one, race)).toEqual(chargedOnce);
    expect(await readRenewal(one, race.member.membership_id)).toMatchObject({
      state: "renewed",
      identity_id: race.kept.identity_id,
    });
  });
});

describe("logging in", () => {
  test("as the merged person at the same moment opens no session", async () => {
    const two = await twoPersons({ authentication: "otp" });
    const visitor = new TestVisitor(one, two.at.shop);
    const { email } = two.merged.user;
    const asked = { email, state: two.at.shop.slug, provider: "ecomm" };
    const { token } = (await visitor.post("/login/request_otp", asked)).body;
    await one.db
      .updateTable("login_token")
      .set({ ready_at: sql<string>`created_at` })
      .where("email", "=", email)
      .execute();
    const mail = (await emailsTo(one, email)).find(({ kind }) => kind === "login_code");
    const otp = /Your code: (\d{6})/.exec(mail?.text ?? "")?.[1] ?? "";
    const send = await two.send();
    const login = startAtPause(one.db, "persons_locked", () => visitor.post("/login/submit_otp", { token, otp }));
    expect((await send()).status).toBe(200);
    expect((await login())?.status).not.toBe(200);
    const sessions = await one.db
      .selectFrom("visitor_session")
      .select("token_hash")
      .where("member_identity_id", "=", two.merged.user.identity_id)
      .where("ended_at", "is", null)
      .execute();
    expect(sessions).toEqual([]);
  });
});

test("a login by the number of a merged person's card at the same moment opens no session", async () => {
  const two = await twoPersons({ authentication: "scan_code" });
  const { member_number } = await one.db
    .selectFrom("membership")
    .select("member_number")
    .where("id", "=", two.merged.membership_id)
    .executeTakeFirstOrThrow();
  const visitor = new TestVisitor(one, two.at.shop);
  const send = await two.send();
  const login = startAtPause(one.db, "persons_locked", () => visitor.post("/login", { scan_code: member_number }));
  expect((await send()).status).toBe(200);
  expect((await login())?.status).toBe(401);
  // The card is now in the kept account.
  expect((await visitor.post("/login", { scan_code: member_number })).status).toBe(200);
});

test("erasing at the same moment erases the person who is kept, and nothing names either", async () => {
  const at: RenewalShop = await createRenewalShop(one);
  const manager = await signedIn(other, at.shop, ["manager"]);
  const details = { first_name: "Quillandra", last_name: "Vexworth" };
  const kept = await createPerson(one, at, { ...details, email: "q.vexworth@example.org" });
  const merged = await createPerson(one, at, { ...details, email: "quilla@vexworth.example" });
  const send = await prepareMerge(manager, kept.membership_id, merged.user.identity_id);
  const erased = startAtPause(one.db, "persons_locked", () =>
    personCommand.run(
      ["erase", at.shop.slug, merged.user.email, "--force"],
      commandContext({ connections: one.connections, lines: [], readInput: async () => "" }),
    ),
  );
  expect((await send()).status).toBe(200);
  expect(await erased()).toBe(0);
  for (const table of ["identity", "membership", "ticket", "person_merge", "audit_personal", "outbox"]) {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from ${sql.table(table)} x
      where seller_id = ${at.shop.seller_id}::uuid and x::text ~* 'quillandra|vexworth'`.execute(one.db);
    expect([table, rows[0]?.n]).toEqual([table, 0]);
  }
});
