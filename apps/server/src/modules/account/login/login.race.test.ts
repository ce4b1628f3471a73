import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { pauseAt, removeGuard } from "../../../db/faultPoints.ts";
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

/** A hundred guesses at a code that was asked for, all at once. */
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
    Array.from({ length: 100 }, async (_, place) => {
      const otp = String((Number(right) + 1 + place) % 1_000_000).padStart(6, "0");
      const guesser = new TestVisitor(serverByTurns(place), shop, { cookie: `foyer.${shop.slug}=${caller.session}` });
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

test("of a hundred guesses at a code at once three are looked at (T89)", async () => {
  const { email, ...found } = await guessConcurrently();
  expect(found).toEqual({ evaluated: 3, over: 97, after: "otp_token_expired:login" });
  const row = await one.db
    .selectFrom("login_token")
    .select("attempts")
    .where("email", "=", email)
    .executeTakeFirstOrThrow();
  expect(row.attempts).toBe(3);
});

test("which shows when attempts are not counted before: all are", async () => {
  removeGuard("otp_attempts");
  await one.runAsOwner("alter table login_token drop constraint login_token_attempts_check");
  const { email, evaluated, after } = await guessConcurrently();
  expect(evaluated).toBe(100);
  expect(after).toBe(200);
  await one.db.deleteFrom("login_token").where("email", "=", email).execute();
  await one.runAsOwner(
    "alter table login_token add constraint login_token_attempts_check check (attempts between 0 and 3)",
  );
});

test("the same code in two tabs lets in once", async () => {
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

/** Twenty wrong passwords for one account from one place, all at once; how many were looked at. */
const guessPasswords = async (): Promise<number> => {
  const shop = await createLoginShop(one, "password");
  const { email } = await createTestUser(one.db, shop);
  pauseAt("login_attempts_counted", () => sleep(30));
  const before = passwordHashCount();
  const answers = await Promise.all(
    Array.from({ length: 20 }, async (_, place) => {
      const guesser = new TestVisitor(serverByTurns(place), shop, { from: "203.0.113.9" });
      return responseCode(await guesser.post("/login", { username: email, password: `Lantern-Quay-${place + 10}` }));
    }),
  );
  expect(count(answers, "not_authorized:login")).toBe(passwordHashCount() - before);
  return passwordHashCount() - before;
};

test("of twenty guesses at a password at once five are looked at without a person (T88)", async () =>
  expect(await guessPasswords()).toBe(5));

test("which shows when nobody waits for the others to be counted", async () => {
  removeGuard("login_attempts_lock");
  expect(await guessPasswords()).toBeGreaterThan(5);
});

/** Twenty who register one address, each from a place of their own. */
const registerConcurrently = async () => {
  const shop = await createLoginShop(one, "password");
  const email = `${crypto.randomUUID()}@example.org`;
  pauseAt("before_user_insert", rendezvous(500));
  const answers = await Promise.all(
    Array.from({ length: 20 }, async (_, place) => {
      const person = new TestVisitor(serverByTurns(place), shop, { from: `198.51.100.${place + 1}` });
      return responseCode(
        await person.postWithCaptcha("/user", {
          first_name: "Ada",
          last_name: "Lovelace",
          email: place % 2 ? email : email.toUpperCase(),
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

test("of twenty who register one address at once one has it (T105)", async () => {
  const { made, taken, later, users } = await registerConcurrently();
  expect({ made, users }).toEqual({ made: 1, users: 1 });
  // Of one address only so many are told that it is taken.
  expect(taken).toBeLessThanOrEqual(5);
  expect(taken).toBeGreaterThan(0);
  expect(made + taken + later).toBe(20);
});

test("which shows without the index where they meet", async () => {
  await one.runAsOwner("drop index identity_user_email");
  await expect(registerConcurrently()).rejects.toThrow("A bug");
  await one.runAsOwner(
    "create unique index identity_user_email on identity (seller_id, lower(email)) where kind = 'user' and email is not null",
  );
});

/** One link in two tabs, both with a password ready. */
const resetConcurrently = async () => {
  const shop = await createLoginShop(one, "password");
  const { email } = await createTestUser(one.db, shop, { password });
  await new TestVisitor(one, shop).post("/password_reset/request", { email });
  const token = /token=([\w-]+)/.exec((await emailsTo(one, email))[0]?.text ?? "")?.[1];
  pauseAt("reset_hashed", rendezvous(2000));
  const answers = await Promise.all(
    [one, other].map((server, place) =>
      new TestVisitor(server, shop).post("/password_reset/reset", {
        token,
        password: place === 0 ? newPassword : "Velvet_Anchor_52",
      }),
    ),
  );
  return answers.map(responseCode).toSorted();
};

test("a reset link in two tabs sets one password (T93)", async () =>
  expect(await resetConcurrently()).toEqual([200, "validate_failed:login"]));

test("which shows when it is not used up by a condition", async () => {
  removeGuard("token_once");
  expect(await resetConcurrently()).toEqual([200, 200]);
});

/** Somebody logs in with the old password while its owner sets a new one. */
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

test("a password that was changed while it was compared opens nothing (T93)", async () =>
  expect(await logInWhileResetting()).toEqual({ answer: "not_authorized:login", seen: 0 }));

test("which shows when it is not looked at again", async () => {
  removeGuard("login_password_again");
  expect(await logInWhileResetting()).toEqual({ answer: 200, seen: 1 });
});

test("a cart that becomes an order while its owner logs in is the user's order", async () => {
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
  // The order waits for the cart, which has another owner when it gets it.
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

test("four logins at once with one guest's session: each is in, the guest's session is over, the cart is theirs", async () => {
  const shop = await createLoginShop(one, "password");
  await recordPrices(one, shop);
  const user = await createTestUser(one.db, shop, { password });
  const guest = new TestBuyer(one, shop);
  const cart = await guest.hold(1);
  const tabs = Array.from(
    { length: 4 },
    (_, place) => new TestVisitor(serverByTurns(place), shop, { cookie: guest.cookie }),
  );
  const answers = await Promise.all(tabs.map((tab) => tab.post("/login", { username: user.email, password })));
  expect(answers.map(responseCode)).toEqual([200, 200, 200, 200]);
  for (const tab of tabs) expect((await tab.get(`/my/cart/${cart.id}`)).status).toBe(200);
  expect((await guest.get(`/my/cart/${cart.id}`)).status).toBe(404);
});
