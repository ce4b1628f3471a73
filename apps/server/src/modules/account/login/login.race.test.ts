import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { pauseAt } from "../../../db/faultPoints.ts";
import { sellerFinder } from "../../../http/sellerFinder.ts";
import type { TestApp } from "../../../../test/app/testApp.ts";
import { ada, TestBuyer, recordPrices } from "../../../../test/shop/testBuyer.ts";
import { TestVisitor, emailsTo, createLoginShop, responseCode } from "../../../../test/accounts/login.ts";
import { createTestUser } from "../../../../test/accounts/members.ts";
import { rendezvous, setUpRaceServers } from "../../../../test/database/raceServers.ts";
import { completeCart } from "../../checkout/order/recordProviderStatus.ts";
import { passwordHashCount } from "../../identity/password/hashPassword.ts";
import { testProviders } from "../../../../test/app/testProviders.ts";

let one: TestApp;
let other: TestApp;
setUpRaceServers(
  ["login_attempts_counted", "otp_checked", "before_user_insert", "reset_hashed", "login_verified", "carts_moved"],
  (first, second) => ([one, other] = [first, second]),
);
const password = "Lantern-Quay-7";
const newPassword = "Kettle.Violet.31";
const serverByTurns = (index: number): TestApp => (index % 2 === 0 ? one : other);
const count = (all: readonly (string | number)[], one: string | number): number =>
  all.filter((each) => each === one).length;

/** A hundred concurrent guesses at a requested code. */
const guessConcurrently = async () => {
  const shop = await createLoginShop(one, "otp");
  const { email } = await createTestUser(one.db, shop);
  const caller = new TestVisitor(one, shop);
  const { token } = (await caller.post("/login/request_otp", { email, state: shop.slug, provider: "ecomm" })).body;
  await one.db
    .updateTable("login_token")
    .set({ ready_at: sql<string>`created_at` })
    .where("email", "=", email)
    .execute();
  const right = /Your code: (\d{6})/.exec((await emailsTo(one, email))[0]?.text ?? "")?.[1] ?? "";
  const answers = await Promise.all(
    Array.from({ length: 100 }, async (_, index) => {
      const otp = String((Number(right) + 1 + index) % 1_000_000).padStart(6, "0");
      const guesser = new TestVisitor(serverByTurns(index), shop, { cookie: `foyer.${shop.slug}=${caller.session}` });
      return responseCode(await guesser.post("/login/submit_otp", { token, otp }));
    }),
  );
  const after = responseCode(await caller.post("/login/submit_otp", { token, otp: right }));
  return {
    email,
    evaluated: count(answers, "otp_incorrect:login"),
    over: count(answers, "otp_token_expired:login"),
    after,
  };
};

test("evaluates three of a hundred concurrent guesses at a code", async () => {
  const { email, ...found } = await guessConcurrently();
  expect(found).toEqual({ evaluated: 3, over: 97, after: "otp_token_expired:login" });
  const row = await one.db
    .selectFrom("login_token")
    .select("attempts")
    .where("email", "=", email)
    .executeTakeFirstOrThrow();
  expect(row.attempts).toBe(3);
});

test("accepts a code in one of two tabs", async () => {
  const shop = await createLoginShop(one, "otp");
  const { email } = await createTestUser(one.db, shop);
  const caller = new TestVisitor(one, shop);
  const { token } = (await caller.post("/login/request_otp", { email, state: shop.slug, provider: "ecomm" })).body;
  await one.db
    .updateTable("login_token")
    .set({ ready_at: sql<string>`created_at` })
    .where("email", "=", email)
    .execute();
  const otp = /Your code: (\d{6})/.exec((await emailsTo(one, email))[0]?.text ?? "")?.[1] ?? "";
  pauseAt("otp_checked", rendezvous(2000));
  const tabs = [one, other].map(
    (server) => new TestVisitor(server, shop, { cookie: `foyer.${shop.slug}=${caller.session}` }),
  );
  const answers = await Promise.all(tabs.map((tab) => tab.post("/login/submit_otp", { token, otp })));
  expect(answers.map(responseCode).toSorted()).toEqual([200, "otp_token_expired:login"]);
});

/** Sends twenty concurrent wrong passwords for one account from one network. Returns how many were evaluated. */
const guessPasswords = async (): Promise<number> => {
  const shop = await createLoginShop(one, "password");
  const { email } = await createTestUser(one.db, shop);
  pauseAt("login_attempts_counted", () => sleep(30));
  const before = passwordHashCount();
  const answers = await Promise.all(
    Array.from({ length: 20 }, async (_, index) => {
      const guesser = new TestVisitor(serverByTurns(index), shop, { from: "203.0.113.9" });
      return responseCode(await guesser.post("/login", { username: email, password: `Lantern-Quay-${index + 10}` }));
    }),
  );
  expect(count(answers, "not_authorized:login")).toBe(passwordHashCount() - before);
  return passwordHashCount() - before;
};

test("evaluates five of twenty concurrent guesses at a password without a captcha", async () =>
  expect(await guessPasswords()).toBe(5));

test("evaluates twenty guesses at the password of one account without a captcha, from thirty networks together", async () => {
  const shop = await createLoginShop(one, "password");
  const { email } = await createTestUser(one.db, shop);
  const before = passwordHashCount();
  const answers = await Promise.all(
    Array.from({ length: 30 }, async (_, index) => {
      const guesser = new TestVisitor(serverByTurns(index), shop, { from: `198.51.${index}.1` });
      return responseCode(await guesser.post("/login", { username: email, password: `Lantern-Quay-${index + 10}` }));
    }),
  );
  expect(passwordHashCount() - before).toBe(20);
  expect(count(answers, "not_authorized:login")).toBe(20);
  expect(count(answers, "captcha_required:captcha")).toBe(10);
});

/** Twenty concurrent registrations of one address, each from its own network. */
const registerConcurrently = async () => {
  const shop = await createLoginShop(one, "password");
  const email = `${crypto.randomUUID()}@example.org`;
  pauseAt("before_user_insert", rendezvous(500));
  const answers = await Promise.all(
    Array.from({ length: 20 }, async (_, index) => {
      const person = new TestVisitor(serverByTurns(index), shop, { from: `198.51.100.${index + 1}` });
      return responseCode(
        await person.postWithCaptcha("/user", {
          first_name: "Ada",
          last_name: "Lovelace",
          email: index % 2 ? email : email.toUpperCase(),
          password,
        }),
      );
    }),
  );
  const users = await one.db
    .selectFrom("identity")
    .select("id")
    .where("kind", "=", "user")
    .where(sql<boolean>`lower(email) = ${email}`)
    .execute();
  return {
    made: count(answers, 200),
    taken: count(answers, "email_taken:login"),
    later: count(answers, "too_many_requests:login"),
    users: users.length,
  };
};

test("creates one account for twenty concurrent registrations of one address", async () => {
  const { made, taken, later, users } = await registerConcurrently();
  expect({ made, users }).toEqual({ made: 1, users: 1 });
  // A quota limits how many visitors are told that the address is taken.
  expect(taken).toBeLessThanOrEqual(5);
  expect(taken).toBeGreaterThan(0);
  expect(made + taken + later).toBe(20);
});

test("fails to register an address twice without the unique index", async () => {
  await one.runAsOwner("drop index identity_user_email");
  await expect(registerConcurrently()).rejects.toThrow("A bug");
  await one.runAsOwner(
    "create unique index identity_user_email on identity (seller_id, lower(email)) where kind = 'user' and email is not null",
  );
});

/** Submits one link in two tabs, with different passwords. */
const resetConcurrently = async () => {
  const shop = await createLoginShop(one, "password");
  const { email } = await createTestUser(one.db, shop, { password });
  await new TestVisitor(one, shop).post("/password_reset/request", { email });
  const token = /token=([\w-]+)/.exec((await emailsTo(one, email))[0]?.text ?? "")?.[1];
  pauseAt("reset_hashed", rendezvous(2000));
  const answers = await Promise.all(
    [one, other].map((server, index) =>
      new TestVisitor(server, shop).post("/password_reset/reset", {
        token,
        password: index === 0 ? newPassword : "Velvet_Anchor_52",
      }),
    ),
  );
  return answers.map(responseCode).toSorted();
};

test("sets one password from a reset link in two tabs", async () =>
  expect(await resetConcurrently()).toEqual([200, "validate_failed:login"]));

/** A thief logs in with the old password while its owner sets a new one. */
const logInWhileResetting = async () => {
  const shop = await createLoginShop(one, "password");
  const { email } = await createTestUser(one.db, shop, { password });
  await new TestVisitor(one, shop).post("/password_reset/request", { email });
  const token = /token=([\w-]+)/.exec((await emailsTo(one, email))[0]?.text ?? "")?.[1];
  const shown = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  pauseAt("login_verified", () => {
    shown.resolve();
    return goOn.promise;
  });
  const thief = new TestVisitor(other, shop);
  const login = thief.post("/login", { username: email, password });
  await shown.promise;
  expect(
    (await new TestVisitor(one, shop).post("/password_reset/reset", { token, password: newPassword })).status,
  ).toBe(200);
  goOn.resolve();
  const answer = responseCode(await login);
  return { answer, seen: (await thief.get("/my/user")).body.user._data.length };
};

test("refuses a password that was changed while it was compared", async () =>
  expect(await logInWhileResetting()).toEqual({ answer: "not_authorized:login", seen: 0 }));

test("gives the user the order of a cart that completes while they log in", async () => {
  const shop = await createLoginShop(one, "password");
  await one.db.updateTable("ticket_type").set({ currency_amount: 0 }).where("seller_id", "=", shop.seller_id).execute();
  await recordPrices(one, shop);
  const user = await createTestUser(one.db, shop, { password });
  const guest = new TestBuyer(one, shop);
  const cart = await guest.hold(1);
  await guest.savePurchaser(cart, ada);
  const moved = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  pauseAt("carts_moved", () => {
    moved.resolve();
    return goOn.promise;
  });
  const login = new TestVisitor(one, shop, { cookie: guest.cookie }).post("/login", { username: user.email, password });
  await moved.promise;
  // The order waits for the cart's lock; by then the cart has a new owner.
  const seller = await sellerFinder(one.db, 0)(shop.slug);
  if (!seller) throw new Error("The shop is gone.");
  const booked = completeCart(
    { db: other.connections.forSeller(seller.id), seller, providers: testProviders(other) },
    cart.id,
  );
  await sleep(150);
  goOn.resolve();
  expect((await login).status).toBe(200);
  const done = await booked;
  expect(done?.outcome).toBe("completed");
  const order = await one.db
    .selectFrom("ticket_order")
    .select("owner_identity_id")
    .where("cart_id", "=", cart.id)
    .executeTakeFirstOrThrow();
  expect(order.owner_identity_id).toBe(user.identity_id);
});

test("accepts a login that began before an attempt which was counted first", async () => {
  const shop = await createLoginShop(one, "password");
  const user = await createTestUser(one.db, shop, { password });
  const visitor = new TestVisitor(one, shop);
  await visitor.post("/login", { username: user.email, password: "wrong" });
  // As if that attempt's transaction had begun later.
  await one.db
    .updateTable("login_attempt")
    .set({ at: sql<string>`(at at time zone 'utc' + interval '5 seconds') at time zone 'utc'` })
    .where("seller_id", "=", shop.seller_id)
    .execute();
  expect(responseCode(await visitor.post("/login", { username: user.email, password }))).toBe(200);
});

test("accepts four concurrent logins from one guest session and moves its cart", async () => {
  const shop = await createLoginShop(one, "password");
  await recordPrices(one, shop);
  const user = await createTestUser(one.db, shop, { password });
  const guest = new TestBuyer(one, shop);
  const cart = await guest.hold(1);
  const tabs = Array.from(
    { length: 4 },
    (_, index) => new TestVisitor(serverByTurns(index), shop, { cookie: guest.cookie }),
  );
  const answers = await Promise.all(tabs.map((tab) => tab.post("/login", { username: user.email, password })));
  expect(answers.map(responseCode)).toEqual([200, 200, 200, 200]);
  for (const tab of tabs) expect((await tab.get(`/my/cart/${cart.id}`)).status).toBe(200);
  expect((await guest.get(`/my/cart/${cart.id}`)).status).toBe(404);
});
