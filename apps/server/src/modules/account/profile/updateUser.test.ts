import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { pauseAt, restoreGuards } from "../../../db/faultPoints.ts";
import type { TestShop } from "../../../../test/shop/createTestShop.ts";
import { openTestApp, type TestResponse, type TestApp } from "../../../../test/app/testApp.ts";
import { TestVisitor, emailsTo, createLoginShop, responseCode } from "../../../../test/accounts/login.ts";
import { createTestUser } from "../../../../test/accounts/members.ts";

let server: TestApp;
let shop: TestShop;
beforeAll(async () => {
  server = await openTestApp();
  shop = await createLoginShop(server, "scan_code_zip", {
    configuration: {
      identity_form: {
        properties: {
          phone: { type: "string" },
          state: { type: "string" },
          newsletter: { type: "boolean", title: "Newsletter" },
          fixed: { type: "string", title: "Fixed", readOnly: true },
        },
        required: ["state"],
      },
    },
  });
});
afterEach(restoreGuards);
afterAll(() => server.close());

const member = async (wishes: Parameters<typeof createTestUser>[2] = {}) => {
  const user = await createTestUser(server.db, shop, wishes);
  const caller = new TestVisitor(server, shop, { cookie: user.cookie });
  const change = (identity: object, id = user.identity_id) => caller.send("PATCH", `/my/user/${id}`, { identity });
  const row = () =>
    server.db.selectFrom("identity").selectAll().where("id", "=", user.identity_id).executeTakeFirstOrThrow();
  return { ...user, caller, change, row };
};

describe("one's own details", () => {
  test("change as far as they were sent, and the rest stays", async () => {
    const { change, caller } = await member();
    const first = await change({
      address: " 1 Pier Road ",
      city: "Boston",
      country: "US",
      state: "MA",
      zip_code: "02110",
      phone: "+1 617 555 0100",
    });
    expect(first.status).toBe(200);
    expect(first.body.user._data[0].identity).toMatchObject({
      address: "1 Pier Road",
      city: "Boston",
      state: "MA",
      zip_code: "02110",
    });
    const second = await caller.send("PUT", "/my/user", { city: "Cambridge", additional_info: { newsletter: true } });
    expect(second.body.user._data[0].identity).toMatchObject({
      address: "1 Pier Road",
      city: "Cambridge",
      additional_info: { newsletter: true },
    });
  });

  test("a state can be taken away, also where it is asked for", async () => {
    const { change } = await member();
    await change({ country: "US", state: "MA" });
    expect((await change({ state: null })).body.user._data[0].identity.state).toBeNull();
  });

  test.each([
    ["a post code that is none", { zip_code: "!!" }],
    ["a telephone that is none", { phone: "12" }],
    ["a state that is none", { country: "US", state: "Atlantis" }],
  ])("%s is refused, and nothing changes", async (_, wrong) => {
    const { change, row } = await member();
    const before = await row();
    expect((await change(wrong)).status).toBe(422);
    expect(await row()).toEqual(before);
  });

  test.each([
    ["first_name", { first_name: "Eve" }],
    ["last_name", { last_name: "Eve" }],
    ["role", { role: "admin" }],
    ["kind", { kind: "public" }],
    ["id", { id: crypto.randomUUID() }],
    ["seller_id", { seller_id: crypto.randomUUID() }],
    ["meta", { meta: {} }],
    ["email_confirm", { email_confirm: "x@example.org" }],
  ])("%s is nobody's to change (T17, T102)", async (_, wrong) => {
    const { change, row } = await member();
    const before = await row();
    expect((await change(wrong)).status).toBe(422);
    expect(await row()).toEqual(before);
  });

  test("a name cannot come in among the answers, nor what is locked (T115)", async () => {
    const { change, row } = await member();
    const before = await row();
    expect(
      (await change({ additional_info: { first_name: "Eve", email: "eve@example.org", fixed: "x", unknown: 1 } }))
        .status,
    ).toBe(200);
    expect(await row()).toEqual(before);
  });

  test("somebody else's are not there (T102)", async () => {
    const [one, two] = [await member(), await member()];
    const before = await two.row();
    expect(responseCode(await one.change({ zip_code: "10001" }, two.identity_id))).toBe("not_found:account");
    expect(responseCode(await one.change({ zip_code: "10001" }, crypto.randomUUID()))).toBe("not_found:account");
    expect(await two.row()).toEqual(before);
  });
});

describe("an address where there was none (T103, OPEN-51, OPEN-52)", () => {
  const withoutAddress = () => member({ email: `noemail-${crypto.randomUUID()}@example.org` });
  const tokenTo = async (email: string) =>
    /token=([\w-]+)/.exec((await emailsTo(server, email))[0]?.text ?? "")?.[1] ?? "";
  const fresh = () => `${crypto.randomUUID()}@example.org`;

  test("is asked for, proved by a letter, and used from then on", async () => {
    const { caller, change, row } = await withoutAddress();
    const before = (await row()).email;
    const email = fresh();
    const [user] = (await caller.get("/my/user")).body.user._data;
    expect([user.needs_email, user.identity.email]).toEqual([true, null]);
    const { status, body } = await change({ email: ` ${email.toUpperCase()} ` });
    expect([status, body.user._data[0].needs_email]).toEqual([200, true]);
    expect((await row()).email, "not before it is proved").toBe(before);
    const token = await tokenTo(email.toUpperCase());
    expect((await caller.post("/my/user/confirm_email", { token })).body).toEqual({ email });
    expect((await row()).email).toBe(email);
    expect((await caller.get("/my/user")).body.user._data[0]).toMatchObject({
      needs_email: false,
      identity: { email },
    });
    expect(responseCode(await caller.post("/my/user/confirm_email", { token }))).toBe("not_found:account");
  });

  test("is not exchanged for another", async () => {
    const { change, row } = await member();
    const before = await row();
    const email = fresh();
    expect(responseCode(await change({ email }))).toBe("access_denied:account");
    expect(await row()).toEqual(before);
    expect(await emailsTo(server, email)).toEqual([]);
  });

  test("that is another's is refused, five times in a while and then not even that", async () => {
    const other = await member();
    const { change } = await withoutAddress();
    for (let asked = 0; asked < 5; asked++) {
      const answer = await change({ email: other.email.toUpperCase() });
      expect(responseCode(answer)).toBe("email_taken:account");
      expect(answer.body._data[0]._extra).toEqual({});
    }
    expect((await change({ email: other.email })).status).toBe(429);
  });

  test.each(["ada", "ada@localhost", "noemail-7@example.org", "a@example.org\nBcc: b@example.org", ""])(
    "%j is none",
    async (email) => expect((await (await withoutAddress()).change({ email })).status).toBe(422),
  );

  test("that was proved is not exchanged by the letter to another that was asked for before", async () => {
    const { caller, change, row } = await withoutAddress();
    const [first, second] = [fresh(), fresh()];
    await change({ email: first });
    await change({ email: second });
    const [one, other] = [await tokenTo(first), await tokenTo(second)];
    expect((await caller.post("/my/user/confirm_email", { token: other })).status).toBe(200);
    expect(responseCode(await caller.post("/my/user/confirm_email", { token: one }))).toBe("not_found:account");
    expect((await row()).email).toBe(second);
  });

  test("is nobody's who is not logged in as the one who asked for it", async () => {
    const { change } = await withoutAddress();
    const email = fresh();
    await change({ email });
    const token = await tokenTo(email);
    const other = await member();
    expect(responseCode(await other.caller.post("/my/user/confirm_email", { token }))).toBe("not_found:account");
    expect(responseCode(await new TestVisitor(server, shop).post("/my/user/confirm_email", { token }))).toBe(
      "not_authorized:account",
    );
  });

  test("that two prove at the same moment is one's, and the other is told so", async () => {
    const [one, two] = [await withoutAddress(), await withoutAddress()];
    const email = fresh();
    await one.change({ email });
    const first = await tokenTo(email);
    await two.change({ email });
    const second = await tokenTo(email);
    // A newer letter ends the older, whoever asked for it: both are good only where they were asked for at once.
    await server.db.updateTable("login_token").set({ ended_at: null }).where("email", "=", email).execute();
    let other: Promise<TestResponse> | undefined;
    pauseAt("email_saved", async () => {
      pauseAt("email_saved", undefined);
      other = two.caller.post("/my/user/confirm_email", { token: second });
      await Promise.race([other.catch(() => undefined), sleep(500)]);
    });
    expect((await one.caller.post("/my/user/confirm_email", { token: first })).status).toBe(200);
    expect(other && responseCode(await other)).toBe("email_taken:account");
  });

  test("that became another's before it was proved stays theirs", async () => {
    const { caller, change, row } = await withoutAddress();
    const before = (await row()).email;
    const email = fresh();
    await change({ email });
    const token = await tokenTo(email);
    await member({ email: email.toUpperCase() });
    expect(responseCode(await caller.post("/my/user/confirm_email", { token }))).toBe("email_taken:account");
    expect((await row()).email).toBe(before);
  });
});
