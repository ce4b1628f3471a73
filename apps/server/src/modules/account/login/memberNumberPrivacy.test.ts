import { describe, expect, test } from "vitest";
import { changeMembership } from "@foyer/contract/shop/membership.ts";
import { newId } from "../../../db/newId.ts";
import type { TestShop } from "../../../../test/shop/createTestShop.ts";
import type { TestApp } from "../../../../test/app/testApp.ts";
import { TestBrowser } from "../../../../test/app/testBrowser.ts";
import { recordPrices } from "../../../../test/shop/testBuyer.ts";
import { TestVisitor, createLoginShop } from "../../../../test/accounts/login.ts";
import { createTestUser, type TestUser } from "../../../../test/accounts/members.ts";
import {
  setTermEnd,
  membershipRequest,
  buyMembership,
  daysFromNow,
  createLevels,
  readMemberships,
  type TestLevels,
} from "../../../../test/accounts/membershipLevels.ts";
import { readPdf } from "../../../../test/orders/readPdf.ts";
import { setUpTestApp } from "../../../../test/app/setUpTestApp.ts";

/*
 * If a member number and a name were enough to log in, an attacker could buy a membership for a victim's address, read
 * the number on the card, and log in to the victim's account.
 */
let server: TestApp;
setUpTestApp((opened) => void (server = opened));

type Setup = { readonly shop: TestShop; readonly levels: TestLevels; readonly victim: TestUser };
const openSetup = async (method = "scan_code_last_name", configuration: object = {}): Promise<Setup> => {
  const shop = await createLoginShop(server, method, {
    configuration: { renewal: { allowed_period: 30 }, ...configuration },
  });
  const levels = await createLevels(server, shop);
  await recordPrices(server, shop);
  const victim = await createTestUser(server.db, shop, {
    email: `grace-${newId()}@example.org`,
    first_name: "Grace",
    last_name: "Hopper",
    zip_code: "02110",
  });
  return { shop, levels, victim };
};
const grace = ({ victim }: Setup) => ({ name: "Grace Hopper", email: victim.email });
const own = { type: 0, name: "Ada Lovelace", email: "ada@example.org" };
const buyFamilyMembership = async (
  at: Setup,
  more: Parameters<typeof membershipRequest>[2],
  cookie?: string,
  level = at.levels.family,
) => {
  const bought = await buyMembership(server, at.shop, membershipRequest(at.levels, level, more), {
    ...(cookie !== undefined && { cookie }),
  });
  return { ...bought, made: await readMemberships(server, bought.order_id) };
};

/** Everything that this browser can see of its memberships and order, PDF and wallet passes included. */
const readEverything = async (
  { shop }: Setup,
  cookie: string,
  order_id: string,
  tickets: readonly string[],
): Promise<string> => {
  const caller = new TestVisitor(server, shop, { cookie });
  const pages = ["/my/membership?_embed=ticket,ticket_order", `/ticket_order/${order_id}`, `/my/ticket_order`];
  const read = await Promise.all(pages.map(async (page) => JSON.stringify((await caller.get(page)).body)));
  const pdf = await server.app.inject({
    method: "GET",
    url: `/api/ticket_order/${order_id}/tickets.pdf?_seller=${shop.slug}`,
    headers: { cookie },
  });
  const printed =
    pdf.statusCode === 200 ? readPdf(pdf.rawPayload).pages.map(({ text, code }) => `${text} ${code}`) : [];
  const passes = await Promise.all(
    tickets.map(async (id) => `pass ${(await caller.get(`/ticket/${id}/walletprecheck`)).status}`),
  );
  return [...read, ...printed, ...passes].join("\n");
};
const logInAsVictim = async (at: Setup, number: string): Promise<string | undefined> => {
  const answer = await new TestVisitor(server, at.shop).post("/login", { scan_code: number, last_name: "Hopper" });
  return answer.body.user?._data[0]?.id;
};
const refused = "pass 404";

describe("the number of a card in another person's account", () => {
  test("the number of a card in another person's account is hidden from a buyer with cards of their own", async () => {
    const at = await openSetup();
    const buyer = await createTestUser(server.db, at.shop);
    const { order_id, made } = await buyFamilyMembership(
      at,
      { people: [own, { type: 1, ...grace(at) }] },
      buyer.cookie,
    );
    const [mine, theirs] = made;
    expect(theirs?.identity_id).toBe(at.victim.identity_id);
    // The number would log in to the victim's account.
    expect(await logInAsVictim(at, theirs?.member_number ?? "")).toBe(at.victim.identity_id);

    const visible = await readEverything(at, buyer.cookie, order_id, [theirs?.ticket_id ?? ""]);
    for (const secret of [theirs?.member_number, theirs?.scan_code]) expect(visible).not.toContain(secret);
    expect(visible).toContain(refused);
    for (const known of [mine?.member_number, mine?.scan_code]) expect(visible).toContain(known);
    const picture = async (id = "", cookie = buyer.cookie) =>
      (await new TestVisitor(server, at.shop, { cookie }).get(`/membership/${id}/qrcode`)).status;
    expect(await picture(mine?.id)).toBe(200);
    expect(await picture(theirs?.id)).toBe(404);
    expect(await picture(theirs?.id, at.victim.cookie)).toBe(200);
    const hers = await readEverything(at, at.victim.cookie, order_id, [theirs?.ticket_id ?? ""]);
    expect(hers).toContain(theirs?.member_number);
    expect(hers).toContain("pass 200");
  });

  test("the number of a card in another person's account is hidden from a guest who bought it for them", async () => {
    const at = await openSetup();
    const { order_id, made, buyer } = await buyFamilyMembership(
      at,
      { people: [{ type: 0, ...grace(at) }] },
      undefined,
      at.levels.individual,
    );
    const [theirs] = made;
    expect(theirs?.identity_id).toBe(at.victim.identity_id);
    const visible = await readEverything(at, buyer.cookie, order_id, [theirs?.ticket_id ?? ""]);
    for (const secret of [theirs?.member_number, theirs?.scan_code]) expect(visible).not.toContain(secret);
    expect(visible).toContain(refused);
  });

  test("the number of a card in another person's account is hidden from a holder who transfers a card to them", async () => {
    const at = await openSetup();
    const buyer = await createTestUser(server.db, at.shop);
    const people = [own, { type: 1, name: "William King", email: `william-${newId()}@example.org` }];
    const { order_id, made } = await buyFamilyMembership(at, { people }, buyer.cookie);
    const given = await new TestBrowser(server, at.shop, buyer.cookie).call(changeMembership, {
      membership_id: made[1]?.id ?? "",
      holder_name: "Grace Hopper",
      holder_email: at.victim.email,
    });
    expect(given.status).toBe(200);
    const [, theirs] = await readMemberships(server, order_id);
    expect(theirs?.identity_id).toBe(at.victim.identity_id);
    const visible = JSON.stringify(given.body) + (await readEverything(at, buyer.cookie, order_id, []));
    for (const secret of [theirs?.member_number, theirs?.scan_code]) expect(visible).not.toContain(secret);
  });

  test("the number of a card in another person's account is a new one if the card had no account before", async () => {
    const at = await openSetup();
    const buyer = await createTestUser(server.db, at.shop);
    const people = [own, { type: 1, name: "Grace Hopper" }];
    const { order_id, made } = await buyFamilyMembership(at, { people }, buyer.cookie);
    const [first, second] = made;
    expect(await readEverything(at, buyer.cookie, order_id, [])).toContain(second?.member_number);
    for (const { id } of made) await setTermEnd(server, id, daysFromNow(3));
    const again = [own, { type: 1, ...grace(at) }];
    const next = await buyFamilyMembership(
      at,
      { people: again, action: "renew", renews_id: first?.id ?? "" },
      buyer.cookie,
    );
    expect(next.made[1]?.identity_id).toBe(at.victim.identity_id);
    expect(await logInAsVictim(at, second?.member_number ?? "")).toBeUndefined();
    expect(next.made[0]).toMatchObject({ member_number: first?.member_number, scan_code: first?.scan_code });
  });
});

test.each([
  ["opens a limited session", "scan_code", {}],
  ["logs in by a link", "password", { login: { link_needs: "zip_code" } }],
])("a number in another account is hidden where it %s", async (_, method, configuration) => {
  const at = await openSetup(method, configuration);
  const buyer = await createTestUser(server.db, at.shop);
  const { order_id, made } = await buyFamilyMembership(at, { people: [own, { type: 1, ...grace(at) }] }, buyer.cookie);
  const visible = await readEverything(at, buyer.cookie, order_id, []);
  expect(visible).not.toContain(made[1]?.member_number);
});
test("a number in another account is visible to the buyer where numbers do not log in", async () => {
  const at = await openSetup("otp_or_password");
  const buyer = await createTestUser(server.db, at.shop);
  const { order_id, made } = await buyFamilyMembership(at, { people: [own, { type: 1, ...grace(at) }] }, buyer.cookie);
  const visible = await readEverything(at, buyer.cookie, order_id, [made[1]?.ticket_id ?? ""]);
  for (const known of [made[1]?.member_number, made[1]?.scan_code, "pass 200"]) expect(visible).toContain(known);
});
