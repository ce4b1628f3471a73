import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../../db/newId.ts";
import type { TestShop } from "../../../../test/shop/createTestShop.ts";
import { openTestApp, type TestApp } from "../../../../test/app/testApp.ts";
import { TestBuyer, recordPrices } from "../../../../test/shop/testBuyer.ts";
import { TestVisitor, createLoginShop, responseCode } from "../../../../test/accounts/login.ts";
import { createTestUser, type TestUser } from "../../../../test/accounts/members.ts";
import { moveClock } from "../../../../test/database/moveClock.ts";

let server: TestApp;
let seconds = 0;
beforeAll(async () => {
  server = await openTestApp();
  moveClock(server.connections, () => `${seconds} seconds`);
});
afterEach(() => {
  seconds = 0;
});
afterAll(() => server.close());

const password = "Lantern-Quay-7";
type Member = TestUser & { readonly shop: TestShop; readonly number: string; readonly card: string };

/** A member of a shop with this authentication mode. */
const makeMember = async (
  method: string,
  { configuration = {}, state = "active" as "active" | "cancelled" } = {},
): Promise<Member> => {
  const shop = await createLoginShop(server, method, { configuration });
  await recordPrices(server, shop);
  const user = await createTestUser(server.db, shop, { last_name: "Núñez O’Brien", zip_code: "02110-1234", password });
  const { body } = await new TestBuyer(server, shop).buy(1);
  const characters = "23456789ABCDEFGHJKMNPQRSTVWXYZ";
  const number = Array.from(randomBytes(10), (byte) => characters[byte % characters.length]).join("");
  const card = randomBytes(16).toString("hex").toUpperCase();
  await server.db
    .insertInto("membership")
    .values({
      seller_id: shop.seller_id,
      id: newId(),
      ticket_id: body.ticket._data[0].id,
      ticket_order_id: body.ticket_order._data[0].id,
      event_template_id: shop.event.id,
      ticket_group_id: shop.group.id,
      ticket_type_id: shop.type.id,
      level_name: "Friend",
      party_role: "member",
      identity_id: user.identity_id,
      scan_code: card,
      member_number: number,
      // Expired yesterday, because members also log in to renew.
      valid_from: sql<string>`app_now() - interval '1 year'`,
      valid_to: sql<string>`app_now() - interval '1 day'`,
      state,
    })
    .execute();
  return { ...user, shop, number, card };
};
let nth = 0;
const caller = ({ shop }: Member) => new TestVisitor(server, shop, { from: `203.0.113.${(nth += 1)}` });
/** The strength of the session, or the refusal. */
const outcome = async (who: TestVisitor, path: string, body: object): Promise<string | number> => {
  const answer = await who.post(path, body);
  return answer.status === 200 ? String(answer.body.user._data[0].strength) : responseCode(answer);
};
const wrong = "not_authorized:login";

describe("a member number", () => {
  test.each([
    ["scan_code", {}, "limited"],
    ["scan_code_last_name", { last_name: "nunez obrien" }, "full"],
    ["scan_code_last_name", { last_name: "NÚÑEZ O'BRIEN " }, "full"],
    ["scan_code_last_name", { last_name: "Nunez" }, wrong],
    ["scan_code_last_name", { last_name: "" }, wrong],
    ["scan_code_last_name", {}, wrong],
    ["scan_code_last_name", { zip_code: "02110", password }, wrong],
    ["scan_code_zip", { zip_code: "02110" }, "full"],
    ["scan_code_zip", { zip_code: "02111" }, wrong],
    ["scan_code_zip", {}, wrong],
    ["scan_code_password", { password }, "full"],
    ["scan_code_password", { password: "Lantern-Quay-8" }, wrong],
    ["scan_code_password", {}, wrong],
    ["scan_code_password", { last_name: "Nunez OBrien" }, wrong],
  ])("a login by %s with %j is answered: %s", async (method, details, expected) => {
    const member = await makeMember(method);
    expect(await outcome(caller(member), "/login", { scan_code: member.number, ...details })).toBe(expected);
    expect(await outcome(caller(member), "/login", { scan_code: "2222222222", ...details })).toBe(wrong);
  });

  test("logs in with the owner's e-mail address", async () => {
    const member = await makeMember("scan_code_email");
    const logIn = (email: string) => outcome(caller(member), "/login", { scan_code: member.number, email });
    expect(await logIn(member.email.toUpperCase())).toBe("full");
    expect(await logIn("ada@example.org")).toBe(wrong);
  });

  test("a member number is the username in the mode scan_code_password", async () => {
    const member = await makeMember("scan_code_password");
    expect(await outcome(caller(member), "/login", { username: member.number, password })).toBe("full");
    expect(await outcome(caller(member), "/login", { username: member.email, password })).toBe(wrong);
  });

  test("a member number may contain spaces, dashes and small letters, and may be the card's code", async () => {
    const member = await makeMember("scan_code_zip");
    const { number, card } = member;
    for (const scan_code of [
      ` ${number.slice(0, 5)} ${number.slice(5)} `,
      `${number.slice(0, 4)}-${number.slice(4)}`.toLowerCase(),
      card,
    ])
      expect(await outcome(caller(member), "/login", { scan_code, zip_code: "02110" })).toBe("full");
  });

  test.each(["zip_code", "last_name"] as const)(
    "a member number is refused without a %s if the member has none",
    async (what) => {
      const member = await makeMember(what === "zip_code" ? "scan_code_zip" : "scan_code_last_name");
      await server.db
        .updateTable("identity")
        .set({ [what]: what === "zip_code" ? null : "" })
        .where("id", "=", member.identity_id)
        .execute();
      for (const details of [{}, { [what]: "" }, { [what]: " " }])
        expect(await outcome(caller(member), "/login", { scan_code: member.number, ...details })).toBe(wrong);
    },
  );

  test("a member number is refused if its membership was cancelled", async () => {
    const member = await makeMember("scan_code_zip", { state: "cancelled" });
    expect(await outcome(caller(member), "/login", { scan_code: member.number, zip_code: "02110" })).toBe(wrong);
  });

  test.each([
    ["scan_code_zip", "Member details not found. Please check your member ID and ZIP code."],
    ["scan_code_last_name", "Member details not found. Please check your member ID and last name."],
    ["scan_code_email", "Member details not found. Please check your email address and member ID."],
  ])("%s answers a wrong and an unknown number alike: %s", async (method, words) => {
    const member = await makeMember(method);
    for (const scan_code of [member.number, "2222222222"]) {
      const { body } = await caller(member).post("/login", {
        scan_code,
        zip_code: "99999",
        last_name: "x",
        email: "x@example.org",
      });
      expect(body._data[0]._description).toBe(words);
    }
  });

  test("allows five guesses from one network, then needs captchas and delays", async () => {
    const member = await makeMember("scan_code_zip");
    const guesser = caller(member);
    const guess = (zip: number) => ({ scan_code: member.number, zip_code: String(zip).padStart(5, "0") });
    for (let zip = 0; zip < 5; zip++) expect(responseCode(await guesser.post("/login", guess(zip)))).toBe(wrong);
    expect(responseCode(await guesser.post("/login", guess(5)))).toBe("too_many_requests:login");
    seconds = 2;
    expect(responseCode(await guesser.post("/login", guess(5)))).toBe("captcha_required:captcha");
    expect(responseCode(await guesser.postWithCaptcha("/login", guess(5)))).toBe(wrong);
    const { status, headers } = await guesser.postWithCaptcha("/login", guess(6));
    expect([status, Number(headers["retry-after"])]).toEqual([429, 2]);
    // The owner, on another network, is not locked out.
    expect(await outcome(caller(member), "/login", { scan_code: member.number, zip_code: "02110" })).toBe("full");
    // After a quarter of an hour the attempts no longer count.
    seconds = 1000;
    expect(responseCode(await guesser.post("/login", guess(7)))).toBe(wrong);
  });
});

test("a login returns the memberships, in a limited session without numbers", async () => {
  const full = await makeMember("scan_code_zip");
  const sent = { scan_code: full.number, zip_code: "02110" };
  const [own] = (await caller(full).post("/login", sent)).body.membership._data;
  expect(own).toMatchObject({
    level_name: "Friend",
    member_number: full.number,
    scan_code: full.card,
    is_expired: true,
  });
  const [seen] = (await caller(full).post("/login/by_link", sent)).body.membership._data;
  expect(seen).toMatchObject({
    level_name: "Friend",
    member_number: null,
    scan_code: null,
    holder_name: null,
    is_expired: true,
  });
});

describe("mass guessing", () => {
  /** Multiplies the attempts made so far. */
  const multiplyAttempts = (shop: TestShop, times: number) =>
    sql`insert into login_attempt (seller_id, action, target, client_network, at)
      select seller_id, action, target, client_network, at from login_attempt, generate_series(1, ${times}::int) where seller_id = ${shop.seller_id} returning seller_id`.execute(
      server.db,
    );
  const guess = (who: TestVisitor, scan_code: string, path = "/login") =>
    who.post(path, { scan_code, zip_code: "99999" }).then(responseCode);

  test("requires a captcha after twenty attempts at one member from anywhere", async () => {
    const member = await makeMember("scan_code_zip");
    for (let nth = 0; nth < 4; nth++) expect(await guess(caller(member), member.number)).toBe(wrong);
    await multiplyAttempts(member.shop, 4);
    expect(await guess(caller(member), member.number)).toBe("captcha_required:captcha");
    // The owner is not locked out.
    const right = { scan_code: member.number, zip_code: "02110" };
    expect((await caller(member).postWithCaptcha("/login", right)).status).toBe(200);
  });

  test("requires a captcha after thirty attempts from one network, and refuses it after three hundred", async () => {
    const member = await makeMember("scan_code_zip");
    const from = caller(member);
    const many = async (count: number) => {
      for (let nth = 0; nth < count; nth++) expect(await guess(from, String(1000000 + nth))).toBe(wrong);
    };
    await many(6);
    await multiplyAttempts(member.shop, 4);
    expect(await guess(from, "3333333333")).toBe("captcha_required:captcha");
    expect(await guess(caller(member), "3333333333")).toBe(wrong);
    await multiplyAttempts(member.shop, 9);
    expect(await guess(from, "4444444444")).toBe("too_many_requests:login");
    expect(responseCode(await from.postWithCaptcha("/login", { scan_code: member.number, zip_code: "02110" }))).toBe(
      "too_many_requests:login",
    );
  });

  test("allows five attempts at a link", async () => {
    const member = await makeMember("scan_code_zip");
    const from = caller(member);
    for (let nth = 0; nth < 5; nth++) expect(await guess(from, member.number, "/login/by_link")).toBe(wrong);
    expect(await guess(from, member.number, "/login/by_link")).toBe("too_many_requests:login");
    seconds = 2;
    expect(await guess(from, member.number, "/login/by_link")).toBe("captcha_required:captcha");
  });
});

describe("a member number in a link", () => {
  const link = "/login/by_link";

  test.each([
    ["scan_code", {}, "limited"],
    ["scan_code_zip", { zip_code: "02110" }, "limited"],
    ["scan_code_zip", {}, wrong],
    ["scan_code_last_name", { last_name: "Nunez O’Brien" }, "limited"],
    ["scan_code_email", { email: "x@example.org" }, wrong],
  ])("a link with a member number by %s with %j is answered: %s", async (method, details, expected) => {
    const member = await makeMember(method);
    expect(await outcome(caller(member), link, { scan_code: member.number, ...details })).toBe(expected);
  });

  test("opens a limited session, which shows the member's first initial only", async () => {
    const member = await makeMember("scan_code_zip");
    const guest = caller(member);
    const answer = await guest.post(link, { scan_code: member.number, zip_code: "02110" });
    const [user] = answer.body.user._data;
    expect(user).toEqual({
      id: user.id,
      identity: { id: user.id, first_name: "A", last_name: null, email: null },
      strength: "limited",
      has_password: false,
      needs_email: false,
    });
    expect(user.id).not.toBe(member.identity_id);
    expect(JSON.stringify(answer.body)).not.toMatch(/O’Brien|@example|02110/);
    expect(guest.cookies.get(`foyer-in.${member.shop.slug}`)).toBe("limited");
    expect((await guest.get("/my/user")).body.user._data).toEqual([user]);
    const rows = await server.db
      .selectFrom("visitor_session")
      .select(["strength", "member_identity_id", "identity_id"])
      .where("identity_id", "=", user.id)
      .execute();
    expect(rows).toEqual([{ strength: "limited", member_identity_id: member.identity_id, identity_id: user.id }]);
  });

  test("keeps the guest's cart under a new session token", async () => {
    const member = await makeMember("scan_code");
    const guest = new TestBuyer(server, member.shop);
    const cart = await guest.hold(1);
    const clicker = new TestVisitor(server, member.shop, { cookie: guest.cookie });
    const before = clicker.session;
    await clicker.post(link, { scan_code: member.number });
    expect(clicker.session).not.toBe(before);
    expect((await clicker.get(`/my/cart/${cart.id}`)).status).toBe(200);
    expect((await guest.get(`/my/cart/${cart.id}`)).status).toBe(404);
    expect((await clicker.post("/logout", {})).body).toEqual({ logged_out: true, logout_url: null });
    expect(clicker.cookies.has(`foyer-in.${member.shop.slug}`)).toBe(false);
    expect((await clicker.get("/my/user")).body.user._data).toEqual([]);
    expect((await clicker.get(`/my/cart/${cart.id}`)).status).toBe(200);
  });

  test("opens a session for a day, after which the visitor is a guest again", async () => {
    const member = await makeMember("scan_code");
    const guest = new TestBuyer(server, member.shop);
    const cart = await guest.hold(1);
    const clicker = new TestVisitor(server, member.shop, { cookie: guest.cookie });
    await clicker.post(link, { scan_code: member.number });
    seconds = 23 * 3600;
    expect((await clicker.get("/my/user")).body.user._data).toHaveLength(1);
    seconds = 25 * 3600;
    expect((await clicker.get("/my/user")).body.user._data).toEqual([]);
    expect(responseCode(await clicker.get(`/my/cart/${cart.id}`)), "expired, and theirs").toBe("cart_expired:cart");
  });

  test("a member number in a link does not replace a full session", async () => {
    const member = await makeMember("scan_code");
    const ada = await createTestUser(server.db, member.shop);
    const clicker = new TestVisitor(server, member.shop, { cookie: ada.cookie });
    const { body } = await clicker.post(link, { scan_code: member.number });
    expect(body.user._data[0]).toMatchObject({ id: ada.identity_id, strength: "full" });
  });

  test("a member number in a link cannot change the member's account", async () => {
    const member = await makeMember("scan_code");
    const guest = caller(member);
    await guest.post(link, { scan_code: member.number });
    const calls = [
      () => guest.send("PATCH", `/my/user/${member.identity_id}`, { identity: { zip_code: "10001" } }),
      () => guest.send("PUT", "/my/user", { zip_code: "10001" }),
      () => guest.post("/my/user/confirm_email", { token: "x".repeat(43) }),
    ];
    for (const call of calls) expect(responseCode(await call())).toBe("step_up_required:account");
  });
});
