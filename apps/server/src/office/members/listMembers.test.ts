import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestApp, type TestApp } from "../../../test/app/testApp.ts";
import { createRenewalShop, setPartyTermEnd, type RenewalShop } from "../../../test/accounts/renewals.ts";
import { readMemberships } from "../../../test/accounts/membershipLevels.ts";
import { venueContext } from "../../../test/orders/venueChanges.ts";
import { indexOrders } from "../../modules/orders/search/indexOrders.ts";
import { joinAndIndex, memberPage } from "../../../test/office/memberShop.ts";
import { signedIn, type OfficeBrowser } from "../../../test/office/testStaff.ts";

let server: TestApp;
let at: RenewalShop;
let clerk: OfficeBrowser;
beforeAll(async () => {
  server = await openTestApp();
  at = await createRenewalShop(server);
  clerk = await signedIn(server, at.shop, ["box_office"]);
});
afterAll(() => server.close());

const list = async (query: string, who: OfficeBrowser = clerk) => {
  const { status, body } = await who.get(`/members?${query}`);
  expect(status).toBe(200);
  return body;
};
const namesOf = async (query: string, who?: OfficeBrowser): Promise<string[]> =>
  (await list(query, who)).members.map(({ name }: { name: string }) => name).toSorted();
const q = (text: string): string => `q=${encodeURIComponent(text)}`;

const family = [
  { type: 0, name: "Rosa Ortega", email: "rosa@ortega.example" },
  { type: 1, name: "Pilar Ortega", email: "pilar@ortega.example" },
  { type: 2, name: "Nino Ortega" },
];

describe("members are found", () => {
  test("by the beginnings of names, by address, by order and by number, and by nobody of another seller", async () => {
    const joined = await joinAndIndex(server, at, { level: "family", people: family });
    const everybody = ["Nino Ortega", "Pilar Ortega", "Rosa Ortega"];
    expect(await namesOf(q("orteg"))).toEqual(everybody);
    expect(await namesOf(q("pilar@ortega"))).toEqual(everybody);
    expect(await namesOf(q(String(joined.order_number)))).toEqual(everybody);
    const [, second] = await readMemberships(server, joined.order_id);
    const typed = second?.member_number.toLowerCase() ?? "";
    expect(await list(q(`${typed.slice(0, 5)}-${typed.slice(5)}`))).toMatchObject({
      exact: second?.id,
      members: [{ id: second?.id, name: "Pilar Ortega", type: "Second adult", level: "Family", state: "active" }],
    });
    expect(await list(q(second?.scan_code ?? ""))).toMatchObject({ exact: second?.id });
    const other = await createRenewalShop(server);
    const stranger = await signedIn(server, other.shop, ["owner"]);
    for (const text of ["orteg", "pilar@ortega", String(joined.order_number), typed])
      expect(await namesOf(q(text), stranger)).toEqual([]);
  });

  test("by the post code of whoever bought, however it is typed", async () => {
    const shop = await createRenewalShop(server);
    const who = await signedIn(server, shop.shop, ["box_office"]);
    const joined = await joinAndIndex(server, shop);
    await server.db
      .updateTable("identity")
      .set({ zip_code: "SW1A 2AA" })
      .where("id", "in", (of) => of.selectFrom("ticket_order").select("identity_id").where("id", "=", joined.order_id))
      .execute();
    for (const typed of ["SW1A 2AA", "sw1a2aa"])
      expect((await list(q(typed), who)).members).toMatchObject([{ id: joined.membership_id }]);
    expect(await namesOf(q("SW1A 2AB"), who)).toEqual([]);
  });

  test("by what their account says: a telephone number that staff corrected, and an address or name that the order has not", async () => {
    const shop = await createRenewalShop(server);
    const who = await signedIn(server, shop.shop, ["box_office"]);
    const { membership_id, order_id } = await joinAndIndex(server, shop, { user: null });
    await joinAndIndex(server, shop);
    const { version, contact } = await memberPage(who, membership_id);
    const corrected = { ...contact, phone: "(212) 736-3100", reason: "They called" };
    expect((await who.post(`/members/${membership_id}/contact`, { version, ...corrected })).status).toBe(200);
    while ((await indexOrders(await venueContext(server, shop.shop))) > 0);
    for (const typed of ["212 736 3100", "+1 212 736-3100"])
      expect((await list(q(typed), who)).members).toMatchObject([{ id: membership_id }]);
    expect(await namesOf(q("212 736 3101"), who)).toEqual([]);
    const [account] = await readMemberships(server, order_id);
    await server.db
      .updateTable("identity")
      .set({ email: "zoe.nunez@elsewhere.example", first_name: "Zoë", last_name: "Núñez" })
      .where("id", "=", account?.identity_id ?? "")
      .execute();
    for (const typed of ["zoe.nunez@elsewhere.example", "Nunez", "núñez zoe"])
      expect((await list(q(typed), who)).members).toMatchObject([{ id: membership_id }]);
    const stranger = await signedIn(server, at.shop, ["owner"]);
    for (const typed of ["212 736 3100", "zoe.nunez@elsewhere.example", "Nunez"])
      expect(await namesOf(q(typed), stranger)).toEqual([]);
  });

  test("with at least two letters", async () => {
    expect(await list(q("o"))).toMatchObject({ members: [], too_short: true });
  });
});

describe("members are filtered", () => {
  test("by level, state, end of term and automatic renewal, and a renewed term is not listed", async () => {
    const shop = await createRenewalShop(server);
    const who = await signedIn(server, shop.shop, ["manager"]);
    const running = await joinAndIndex(server, shop);
    const ended = await joinAndIndex(server, shop);
    await setPartyTermEnd(server, ended.membership_id, -10);
    const cancelled = await joinAndIndex(server, shop, { level: "family", people: family });
    await server.db
      .updateTable("membership")
      .set({ state: "cancelled" })
      .where("ticket_order_id", "=", cancelled.order_id)
      .execute();
    await server.db
      .updateTable("auto_renewal")
      .set({ state: "failed" })
      .where("membership_id", "=", ended.membership_id)
      .execute();
    const ids = async (query: string) => (await list(query, who)).members.map(({ id }: { id: string }) => id);
    expect(await ids("state=active")).toEqual([running.membership_id]);
    expect(await ids("state=ended")).toEqual([ended.membership_id]);
    expect((await ids("state=cancelled")).length).toBe(3);
    expect(await ids("renewal=failed")).toEqual([ended.membership_id]);
    expect(await ids("renewal=scheduled&state=active")).toEqual([running.membership_id]);
    expect((await ids("renewal=none")).length).toBe(2);
    // Its next term was cancelled since.
    const setRenewal = (state: "renewed" | "failed", renewed_by_id: string | null) =>
      server.db
        .updateTable("auto_renewal")
        .set({ state, renewed_by_id })
        .where("membership_id", "=", ended.membership_id)
        .execute();
    await setRenewal("renewed", running.membership_id);
    const shown = (await list("renewal=none", who)).members;
    expect(shown.map(({ renewal }: { renewal: string }) => renewal)).toEqual(["none", "none", "none"]);
    await setRenewal("failed", null);
    const { levels } = (await who.get("/member_levels")).body;
    expect(levels.map(({ name }: { name: string }) => name)).toEqual(["Individual", "Family"]);
    expect((await ids(`level=${levels[1].id}`)).length).toBe(3);
    const day = (await memberPage(who, ended.membership_id)).terms[0].last_day;
    expect(await ids(`ends_from=${day}&ends_to=${day}`)).toEqual([ended.membership_id]);
    const before = Temporal.PlainDate.from(day).subtract({ days: 1 }).toString();
    expect(await ids(`ends_to=${before}`)).toEqual([]);
    const refused = await who.get(`/members?ends_from=${day}&ends_to=${before}`);
    expect([refused.status, refused.body._data?.[0]?._code ?? refused.body.code]).toContain(400);
  });

  test("page by page, each member once", async () => {
    const shop = await createRenewalShop(server);
    const who = await signedIn(server, shop.shop, ["owner"]);
    const joined = await joinAndIndex(server, shop);
    const row = await server.db
      .selectFrom("membership")
      .selectAll()
      .where("id", "=", joined.membership_id)
      .executeTakeFirstOrThrow();
    const tickets = await server.db
      .selectFrom("ticket")
      .selectAll()
      .where("id", "=", row.ticket_id)
      .executeTakeFirstOrThrow();
    const copies = Array.from({ length: 60 }, (_, nth) => ({
      nth,
      id: crypto.randomUUID(),
      ticket_id: crypto.randomUUID(),
    }));
    await server.db
      .insertInto("ticket")
      .values(copies.map(({ ticket_id, nth }) => ({ ...tickets, id: ticket_id, scan_code: `COPY${nth}` })) as never)
      .execute();
    await server.db
      .insertInto("membership")
      .values(
        copies.map(({ id, ticket_id, nth }) => ({
          ...row,
          id,
          ticket_id,
          benefits: JSON.stringify(row.benefits),
          valid_to: nth < 3 ? null : row.valid_to,
          member_number: `N${nth}`,
          scan_code: `S${nth}`,
        })),
      )
      .execute();
    const first = await list("", who);
    expect(first.members).toHaveLength(50);
    expect(first.members.slice(0, 3).map(({ valid_to }: { valid_to: null }) => valid_to)).toEqual([null, null, null]);
    const second = await list(`after=${first.next}`, who);
    expect(second).toMatchObject({ next: null });
    const all = [...first.members, ...second.members].map(({ id }: { id: string }) => id);
    expect(new Set(all).size).toBe(61);
    expect(all).toHaveLength(61);
  });
});
