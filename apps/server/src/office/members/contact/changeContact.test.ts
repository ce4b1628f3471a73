import { beforeAll, describe, expect, test } from "vitest";
import { contactNames } from "@foyer/contract/office/members/memberContact.ts";
import { createRenewalShop, type RenewalShop } from "../../../../test/accounts/renewals.ts";
import { setUpTestApp } from "../../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../../test/app/testApp.ts";
import { joinAndIndex, memberPage } from "../../../../test/office/memberShop.ts";
import { signedIn, type OfficeBrowser } from "../../../../test/office/testStaff.ts";
import { refusalOf } from "../../../../test/orders/changedOrders.ts";

let server: TestApp;
let at: RenewalShop;
let clerk: Awaited<ReturnType<typeof signedIn>>;
setUpTestApp((opened) => void (server = opened));
beforeAll(async () => {
  at = await createRenewalShop(server);
  clerk = await signedIn(server, at.shop, ["box_office"]);
});

const empty = Object.fromEntries(contactNames.map((name) => [name, ""]));
const pier = {
  ...empty,
  phone: "212 736 3100",
  address: "1 Pier Road",
  city: "New York",
  zip_code: "10001",
  country: "US",
  state: "NY",
};
const send = async (
  id: string,
  contact: object,
  { by = clerk, version }: { by?: OfficeBrowser; version?: string } = {},
) =>
  by.post(`/members/${id}/contact`, {
    version: version ?? (await memberPage(clerk, id)).version,
    ...contact,
    reason: "They called",
  });
const problemsOf = ({ body }: Awaited<ReturnType<typeof send>>) => body._data[0]._extra.problems;

describe("telephone and address of a member", () => {
  test("are corrected by the rules of the member's own page, and empty values are removed", async () => {
    const { membership_id } = await joinAndIndex(server, at);
    expect((await memberPage(clerk, membership_id)).contact).toEqual(empty);
    expect(refusalOf(await send(membership_id, { ...pier, address: "  1  Pier Road " }))).toBe("200");
    expect(await memberPage(clerk, membership_id)).toMatchObject({
      contact: pier,
      phone: pier.phone,
      address: ["1 Pier Road", "10001 New York", "NY", "US"],
    });
    expect(refusalOf(await send(membership_id, { ...empty, city: "Boston", country: "US" }))).toBe("200");
    expect((await memberPage(clerk, membership_id)).contact).toEqual({ ...empty, city: "Boston", country: "US" });
  });

  test("have their previous values in the history, with who changed them and why", async () => {
    const { membership_id } = await joinAndIndex(server, at);
    await send(membership_id, pier);
    await send(membership_id, { ...pier, address: "2 Pier Road" });
    const { history } = await memberPage(clerk, membership_id);
    expect(history[0]).toMatchObject({
      action: "member.contact_changed",
      by: clerk.person.name,
      reason: "They called",
      before: { address: "1 Pier Road" },
      after: { address: "2 Pier Road" },
    });
    expect(history[0].after).not.toHaveProperty("city");
  });

  test.each([
    ["a post code that is none", { zip_code: "!!" }, "zip_code", "not_zip"],
    ["a telephone number of another country", { phone: "12" }, "phone", "not_phone"],
  ])("are not changed if one is wrong: %s", async (_, wrong, field, message) => {
    const { membership_id } = await joinAndIndex(server, at);
    const refused = await send(membership_id, { ...pier, ...wrong });
    expect([refused.status, problemsOf(refused)]).toEqual([422, [{ field, message }]]);
    expect((await memberPage(clerk, membership_id)).contact).toEqual(empty);
  });

  test("have no state if the country has no list of states", async () => {
    const { membership_id } = await joinAndIndex(server, at);
    const french = { ...empty, address: "1 rue du Port", city: "Nice", zip_code: "06000", country: "FR" };
    expect(refusalOf(await send(membership_id, { ...french, state: "NY" }))).toBe("200");
    expect((await memberPage(clerk, membership_id)).contact).toEqual(french);
    const statesOf = async (country: string) => (await clerk.get(`/states?country=${country}`)).body.states;
    expect(await statesOf("FR")).toEqual([]);
    expect(await statesOf("US")).toContainEqual({ code: "NY", name: "New York" });
  });

  test("are corrected once of two who begin with the same page", async () => {
    const { membership_id } = await joinAndIndex(server, at);
    const { version } = await memberPage(clerk, membership_id);
    const both = await Promise.all(
      ["1 Pier Road", "2 Pier Road"].map((address) => send(membership_id, { ...pier, address }, { version })),
    );
    expect(both.map(refusalOf).toSorted()).toEqual(["200", "409 stale_version"]);
  });

  test("cannot be changed by staff of another seller", async () => {
    const { membership_id } = await joinAndIndex(server, at);
    const stranger = await signedIn(server, (await createRenewalShop(server)).shop, ["owner"]);
    expect(refusalOf(await send(membership_id, pier, { by: stranger }))).toMatch(/^404 /);
    expect((await memberPage(clerk, membership_id)).contact).toEqual(empty);
  });

  test("cannot be changed for a card without an account", async () => {
    const family = await joinAndIndex(server, at, {
      level: "family",
      people: [
        { type: 0, name: "Rosa Ortega", email: "rosa@ortega.example" },
        { type: 1, name: "Pilar Ortega", email: "pilar@ortega.example" },
        { type: 2, name: "Nino Ortega" },
      ],
    });
    const { terms } = await memberPage(clerk, family.membership_id);
    const child = terms[0].party.find(({ name }: { name: string }) => name === "Nino Ortega");
    expect((await memberPage(clerk, child.id)).contact).toBeNull();
    expect(refusalOf(await send(child.id, pier))).toBe("409 ticket_state_incorrect");
  });
});
