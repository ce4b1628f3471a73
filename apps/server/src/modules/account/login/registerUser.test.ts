import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestShop } from "../../../../test/shop/createTestShop.ts";
import { openTestApp, type TestApp } from "../../../../test/app/testApp.ts";
import { TestBuyer, cards } from "../../../../test/shop/testBuyer.ts";
import { TestVisitor, emailsTo, createLoginShop, responseCode } from "../../../../test/accounts/login.ts";
import { createTestUser } from "../../../../test/accounts/members.ts";

let server: TestApp;
let shop: TestShop;
beforeAll(async () => {
  server = await openTestApp();
  shop = await createLoginShop(server, "password", {
    configuration: {
      identity_form: {
        properties: {
          phone: { type: "string" },
          newsletter: { type: "boolean", title: "Newsletter" },
          zip_code: { type: "string" },
        },
      },
      login: { test_accounts: "noemail-tests.*@tests\\.example" },
    },
  });
});
afterAll(() => server.close());

let nth = 0;
const caller = (cookie = "") => new TestVisitor(server, shop, { from: `203.0.113.${(nth += 1)}`, cookie });
const person = (email: string) => ({ first_name: " Ada ", last_name: "Lovelace", email, password: "Lantern-Quay-7" });
const fresh = () => `${crypto.randomUUID()}@example.org`;

describe("creating an account", () => {
  test("logs its owner in and sends a verification e-mail", async () => {
    const email = fresh();
    const ada = caller();
    const { status, body } = await ada.postWithCaptcha("/user", {
      ...person(email),
      additional_info: { newsletter: true, unknown: 1 },
    });
    expect(status).toBe(200);
    expect(body.user._data[0]).toMatchObject({
      strength: "full",
      has_password: true,
      needs_email: false,
      identity: { first_name: "Ada", last_name: "Lovelace", email, additional_info: { newsletter: true } },
    });
    expect(body.user._data[0].identity.additional_info).toEqual({ newsletter: true });
    expect((await ada.get("/my/user")).body.user._data[0].id).toBe(body.user._data[0].id);
    const verifiedAt = async () =>
      (
        await server.db
          .selectFrom("user_login")
          .select("email_verified_at")
          .where("identity_id", "=", body.user._data[0].id)
          .executeTakeFirstOrThrow()
      ).email_verified_at;
    expect(await verifiedAt()).toBeNull();
    const [message] = await emailsTo(server, email);
    const token = /set-email-address\?token=([\w-]+)/.exec(message?.text ?? "")?.[1];
    expect((await ada.post("/my/user/confirm_email", { token })).body).toEqual({ email });
    expect(await verifiedAt()).not.toBeNull();
    expect((await caller().post("/login", { username: email, password: "Lantern-Quay-7" })).status).toBe(200);
  });

  test("stores an Argon2id hash with 19 MiB and two passes", async () => {
    const { body } = await caller().postWithCaptcha("/user", person(fresh()));
    const { password } = await server.db
      .selectFrom("user_login")
      .select("password")
      .where("identity_id", "=", body.user._data[0].id)
      .executeTakeFirstOrThrow();
    expect(password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  });

  test("requires a captcha", async () =>
    expect(responseCode(await caller().post("/user", person(fresh())))).toBe("captcha_required:captcha"));

  test("creating an account is refused for a logged-in visitor", async () => {
    const { cookie } = await createTestUser(server.db, shop);
    const answer = await caller(cookie).postWithCaptcha("/user", person(fresh()));
    expect(responseCode(answer)).toBe("access_denied:login");
    // A general description that does not mention a cart.
    expect(answer.body._data[0]._description).toBe("Oops! Sorry, something went wrong. Please try again.");
  });

  test.each([
    ["without a name", { first_name: " " }, "validation_failed:identity"],
    ["with a link as a name", { last_name: "www.evil.example" }, "validation_failed:identity"],
    ["with a name of 51 letters", { first_name: "x".repeat(51) }, "validation_failed:general"],
    ["with an invalid address", { email: "ada" }, "validate_not_email:login"],
    ["with a placeholder address", { email: "noemail-1@example.org" }, "validate_not_email:login"],
    ["with a placeholder address in capitals", { email: " NOEMAIL-1@example.org" }, "validate_not_email:login"],
    ["with a common password", { password: "Harbor-Museum1" }, "validation_failed:login"],
    ["with a huge password", { password: `Aa1${"x".repeat(50_000)}` }, "validation_failed:general"],
    ["with a role", { role: "admin" }, "validation_failed:general"],
    ["with an id", { id: crypto.randomUUID() }, "validation_failed:general"],
  ])("creating an account is refused %s", async (_, wrong, expected) =>
    expect(responseCode(await caller().postWithCaptcha("/user", { ...person(fresh()), ...wrong }))).toBe(expected),
  );

  test("accepts a placeholder address for a test account", async () =>
    expect((await caller().postWithCaptcha("/user", person("noemail-tests1@tests.example"))).status).toBe(200));
});

describe("registering an address that is taken", () => {
  const taken = async (ada: TestVisitor, email: string) => {
    const answer = await ada.postWithCaptcha("/user", {
      ...person(email.toUpperCase()),
      first_name: "Eve",
      last_name: "Else",
    });
    return { answer, handle: String(answer.body._data?.[0]?._extra?.identity_id) };
  };

  test("returns an id that reveals nothing of the existing account", async () => {
    const user = await createTestUser(server.db, shop, { password: "Lantern-Quay-7" });
    const eve = caller();
    const { answer, handle } = await taken(eve, user.email);
    expect(responseCode(answer)).toBe("email_taken:login");
    expect(answer.body._data[0]._description).toBe("Another account already uses this email address.");
    expect(handle).not.toBe(user.identity_id);
    const row = await server.db.selectFrom("identity").selectAll().where("id", "=", handle).executeTakeFirstOrThrow();
    expect(row).toMatchObject({ kind: "guest", first_name: "Eve", last_name: "Else", phone: null, address: null });
    expect(
      await server.db.selectFrom("identity").selectAll().where("id", "=", user.identity_id).executeTakeFirstOrThrow(),
    ).toMatchObject({
      first_name: "Ada",
      last_name: "Lovelace",
    });
    expect((await eve.get("/my/user")).body.user._data).toEqual([]);
  });

  test("lets the visitor buy once with the id, under the typed name", async () => {
    const user = await createTestUser(server.db, shop);
    const eve = new TestBuyer(server, shop);
    const cart = await eve.hold(1);
    const { handle } = await taken(caller(eve.cookie), user.email);
    await eve.pay(cart, cards.good);
    const thief = new TestBuyer(server, shop);
    const theirs = await thief.hold(1);
    await thief.pay(theirs, cards.good);
    expect(responseCode(await thief.checkOut(theirs, { guest_identity_id: handle }))).toBe("not_found:identity");
    expect(responseCode(await eve.checkOut(cart, { guest_identity_id: user.identity_id }))).toBe("not_found:identity");
    const bought = await eve.checkOut(cart, { guest_identity_id: handle });
    expect(bought.body.outcome).toBe("completed");
    expect((await eve.checkOut(cart, { guest_identity_id: handle })).body.ticket_order).toEqual(
      bought.body.ticket_order,
    );
    const order = await server.db
      .selectFrom("ticket_order as o")
      .innerJoin("identity as i", (join) =>
        join.onRef("i.seller_id", "=", "o.seller_id").onRef("i.id", "=", "o.identity_id"),
      )
      .select(["i.first_name", "i.last_name", "i.kind", "i.id"])
      .where("o.cart_id", "=", cart.id)
      .executeTakeFirstOrThrow();
    expect(order).toMatchObject({ first_name: "Eve", last_name: "Else", kind: "guest" });
    expect(order.id).not.toBe(user.identity_id);
    const another = await eve.hold(1);
    await eve.pay(another, cards.good);
    expect(responseCode(await eve.checkOut(another, { guest_identity_id: handle }))).toBe("not_found:identity");
  });

  test("reveals it five times to one network", async () => {
    const user = await createTestUser(server.db, shop);
    const prober = new TestVisitor(server, shop, { from: "198.51.100.9" });
    for (let count = 0; count < 5; count++) expect((await taken(prober, user.email)).answer.status).toBe(409);
    expect((await taken(prober, user.email)).answer.status).toBe(429);
    const other = await createTestUser(server.db, shop);
    expect((await taken(prober, other.email)).answer.status, "another address").toBe(429);
  });
});

describe("creating a giftee", () => {
  test("returns only an id, bound to this visitor", async () => {
    const giver = caller();
    const { status, body } = await giver.post("/giftee", {
      first_name: "Grace",
      last_name: "Hopper",
      email: "grace@example.org",
    });
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(["identity_id"]);
    expect(giver.session).toBeDefined();
    const row = await server.db
      .selectFrom("identity")
      .selectAll()
      .where("id", "=", body.identity_id)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ kind: "guest", first_name: "Grace", email: "grace@example.org" });
    expect(row.created_by_identity_id).not.toBeNull();
  });
  test("keeps the giftee when the giver logs in", async () => {
    const user = await createTestUser(server.db, shop, { password: "Lantern-Quay-7" });
    const giver = caller();
    const { body } = await giver.post("/giftee", {
      first_name: "Grace",
      last_name: "Hopper",
      email: "grace@example.org",
    });
    await giver.post("/login", { username: user.email, password: "Lantern-Quay-7" });
    const row = await server.db
      .selectFrom("identity")
      .select("created_by_identity_id")
      .where("id", "=", body.identity_id)
      .executeTakeFirstOrThrow();
    expect(row.created_by_identity_id).toBe(user.identity_id);
  });
  test("creating a giftee is allowed thirty times in an hour", async () => {
    const giver = caller();
    const statuses = new Set<number>();
    for (let named = 0; named < 31; named++) {
      const { status } = await giver.post("/giftee", {
        first_name: "Grace",
        last_name: "Hopper",
        email: `g${named}@example.org`,
      });
      statuses.add(status);
      expect(status).toBe(named < 30 ? 200 : 429);
    }
  });
  test.each([
    ["an invalid address", { email: "grace" }, "validate_not_email:login"],
    ["two addresses", { email: "a@example.org,b@example.org" }, "validate_not_email:login"],
    ["a line break in a name", { first_name: "Grace\r\nBcc: x" }, 200],
    ["a link as a name", { first_name: "Win at https://evil.example" }, "validation_failed:identity"],
  ])("handles %s", async (_, wrong, expected) =>
    expect(
      responseCode(
        await caller().post("/giftee", { first_name: "Grace", last_name: "Hopper", email: "g@example.org", ...wrong }),
      ),
    ).toBe(expected),
  );
});
