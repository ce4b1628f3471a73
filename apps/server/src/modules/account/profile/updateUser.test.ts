import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { doneOrWaiting } from "../../../../test/database/doneOrWaiting.ts";
import { pauseAt } from "../../../db/faultPoints.ts";
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
          motto: { type: "string", title: "Motto" },
          club: { type: "string", title: "Club" },
          fixed: { type: "string", title: "Fixed", readOnly: true },
        },
        required: ["state", "club"],
      },
    },
  });
});
afterAll(() => server.close());

const member = async (options: Parameters<typeof createTestUser>[2] = {}) => {
  const user = await createTestUser(server.db, shop, options);
  const caller = new TestVisitor(server, shop, { cookie: user.cookie });
  const change = (identity: object, id = user.identity_id) => caller.send("PATCH", `/my/user/${id}`, { identity });
  const row = () =>
    server.db.selectFrom("identity").selectAll().where("id", "=", user.identity_id).executeTakeFirstOrThrow();
  return { ...user, caller, change, row };
};

describe("updating one's own details", () => {
  test("shows the account's settings if the call embeds them, and nothing else of its meta", async () => {
    const { change, caller, identity_id } = await member();
    const meta = { send_email: false, kept_by: "another visitor" };
    await server.db
      .updateTable("identity")
      .set({ meta: JSON.stringify(meta) })
      .where("id", "=", identity_id)
      .execute();
    const identityOf = ({ body }: TestResponse) => body.user._data[0].identity;
    const embed = "?_embed=identity,identity.meta";
    expect(identityOf(await caller.get(`/my/user${embed}`)).meta).toEqual({ send_email: false });
    expect(identityOf(await caller.send("PUT", `/my/user${embed}`, { city: "Boston" })).meta).toEqual({
      send_email: false,
    });
    expect(identityOf(await caller.get("/my/user?_embed=identity"))).not.toHaveProperty("meta");
    expect(identityOf(await change({ city: "Boston" }))).not.toHaveProperty("meta");
  });

  test("changes only what was sent", async () => {
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

  test("updating one's own details can clear the state, even where it is required", async () => {
    const { change } = await member();
    await change({ country: "US", state: "MA" });
    expect((await change({ state: null })).body.user._data[0].identity.state).toBeNull();
  });

  test("updating one's own details removes an answer that was sent empty, unless it is required or read-only", async () => {
    const { change, row, identity_id } = await member();
    const given = { motto: "Onward", club: "Rowing", fixed: "x" };
    await server.db
      .updateTable("identity")
      .set({ additional_info: JSON.stringify(given) })
      .where("seller_id", "=", shop.seller_id)
      .where("id", "=", identity_id)
      .execute();
    expect((await change({ additional_info: { club: " " } })).status).toBe(422);
    expect((await row()).additional_info).toEqual(given);
    const { body } = await change({ additional_info: { motto: " ", fixed: "", unknown: "" } });
    expect(body.user._data[0].identity.additional_info).toEqual({ club: "Rowing", fixed: "x" });
    await change({ additional_info: { motto: "Upward" } });
    expect((await row()).additional_info).toEqual({ ...given, motto: "Upward" });
  });

  test.each([
    ["an invalid ZIP code", { zip_code: "!!" }],
    ["an invalid phone number", { phone: "12" }],
    ["an unknown state", { country: "US", state: "Atlantis" }],
  ])("refuses %s and changes nothing", async (_, wrong) => {
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
  ])("refuses the field %s", async (_, wrong) => {
    const { change, row } = await member();
    const before = await row();
    expect((await change(wrong)).status).toBe(422);
    expect(await row()).toEqual(before);
  });

  test("ignores names, read-only and unknown fields among the answers", async () => {
    const { change, row } = await member();
    const before = await row();
    expect(
      (await change({ additional_info: { first_name: "Eve", email: "eve@example.org", fixed: "x", unknown: 1 } }))
        .status,
    ).toBe(200);
    expect(await row()).toEqual(before);
  });

  test("answers another user's id like an unknown one", async () => {
    const [one, two] = [await member(), await member()];
    const before = await two.row();
    expect(responseCode(await one.change({ zip_code: "10001" }, two.identity_id))).toBe("not_found:account");
    expect(responseCode(await one.change({ zip_code: "10001" }, crypto.randomUUID()))).toBe("not_found:account");
    expect(await two.row()).toEqual(before);
  });
});

describe("adding an e-mail address to an account with a placeholder", () => {
  const userWithPlaceholder = () => member({ email: `noemail-${crypto.randomUUID()}@example.org` });
  const tokenTo = async (email: string) =>
    /token=([\w-]+)/.exec((await emailsTo(server, email))[0]?.text ?? "")?.[1] ?? "";
  const fresh = () => `${crypto.randomUUID()}@example.org`;

  test("adding an e-mail address to an account with a placeholder takes effect when it is verified by e-mail", async () => {
    const { caller, change, row } = await userWithPlaceholder();
    const before = (await row()).email;
    const email = fresh();
    const [user] = (await caller.get("/my/user")).body.user._data;
    expect([user.needs_email, user.identity.email]).toEqual([true, null]);
    const { status, body } = await change({ email: ` ${email.toUpperCase()} ` });
    expect([status, body.user._data[0].needs_email]).toEqual([200, true]);
    expect((await row()).email, "unchanged until it is verified").toBe(before);
    const token = await tokenTo(email.toUpperCase());
    expect((await caller.post("/my/user/confirm_email", { token })).body).toEqual({ email });
    expect((await row()).email).toBe(email);
    expect((await caller.get("/my/user")).body.user._data[0]).toMatchObject({
      needs_email: false,
      identity: { email },
    });
    expect(responseCode(await caller.post("/my/user/confirm_email", { token }))).toBe("not_found:account");
  });

  test("adding an e-mail address to an account with a placeholder is refused if the account has an address", async () => {
    const { change, row } = await member();
    const before = await row();
    const email = fresh();
    expect(responseCode(await change({ email }))).toBe("access_denied:account");
    expect(await row()).toEqual(before);
    expect(await emailsTo(server, email)).toEqual([]);
  });

  test("refuses another user's address, and reveals it five times at most", async () => {
    const other = await member();
    const { change } = await userWithPlaceholder();
    for (let count = 0; count < 5; count++) {
      const answer = await change({ email: other.email.toUpperCase() });
      expect(responseCode(answer)).toBe("email_taken:account");
      expect(answer.body._data[0]._extra).toEqual({});
    }
    expect((await change({ email: other.email })).status).toBe(429);
  });

  test.each(["ada", "ada@localhost", "noemail-7@example.org", "a@example.org\nBcc: b@example.org", ""])(
    "refuses %j",
    async (email) => expect((await (await userWithPlaceholder()).change({ email })).status).toBe(422),
  );

  test("refuses an older link once another address is verified", async () => {
    const { caller, change, row } = await userWithPlaceholder();
    const [first, second] = [fresh(), fresh()];
    await change({ email: first });
    await change({ email: second });
    const [one, other] = [await tokenTo(first), await tokenTo(second)];
    expect((await caller.post("/my/user/confirm_email", { token: other })).status).toBe(200);
    expect(responseCode(await caller.post("/my/user/confirm_email", { token: one }))).toBe("not_found:account");
    expect((await row()).email).toBe(second);
  });

  test("refuses a link of another user or without a login", async () => {
    const { change } = await userWithPlaceholder();
    const email = fresh();
    await change({ email });
    const token = await tokenTo(email);
    const other = await member();
    expect(responseCode(await other.caller.post("/my/user/confirm_email", { token }))).toBe("not_found:account");
    expect(responseCode(await new TestVisitor(server, shop).post("/my/user/confirm_email", { token }))).toBe(
      "not_authorized:account",
    );
  });

  test("gives an address that two users verify at once to one of them", async () => {
    const [one, two] = [await userWithPlaceholder(), await userWithPlaceholder()];
    const email = fresh();
    await one.change({ email });
    const first = await tokenTo(email);
    await two.change({ email });
    const second = await tokenTo(email);
    // Undoes the revocation of the first link by the second request: concurrent requests would leave both usable.
    await server.db.updateTable("login_token").set({ ended_at: null }).where("email", "=", email).execute();
    let other: Promise<TestResponse> | undefined;
    pauseAt("email_saved", async () => {
      pauseAt("email_saved", undefined);
      other = two.caller.post("/my/user/confirm_email", { token: second });
      await doneOrWaiting(server.db, other);
    });
    expect((await one.caller.post("/my/user/confirm_email", { token: first })).status).toBe(200);
    expect(other && responseCode(await other)).toBe("email_taken:account");
  });

  test("refuses an address that another user got meanwhile", async () => {
    const { caller, change, row } = await userWithPlaceholder();
    const before = (await row()).email;
    const email = fresh();
    await change({ email });
    const token = await tokenTo(email);
    await member({ email: email.toUpperCase() });
    expect(responseCode(await caller.post("/my/user/confirm_email", { token }))).toBe("email_taken:account");
    expect((await row()).email).toBe(before);
  });
});
