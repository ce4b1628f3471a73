import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { loginReply, setLoginCookie } from "../../../../test/login/fixtures.tsx";
import { fakeApi, showPage } from "../../../../test/page.tsx";
import { MemberGreeting, MembershipPrompt } from "./MemberPrompts.tsx";

const membership = {
  own: true,
  ticket_group_id: "g1",
  valid_from: "2026-11-21T05:00:00Z",
  level_name: "Friend",
  valid_to: "2027-11-21T05:00:00Z" as string | null,
  last_day: "2027-11-20" as string | null,
  is_valid: true,
  is_expired: false,
  is_renewable: false,
};
type MembershipOverrides = Partial<typeof membership>;
const over: MembershipOverrides = { is_valid: false, is_expired: true, last_day: "2020-11-20" };

const open = async (
  memberships: readonly MembershipOverrides[],
  web: object = { membership_event_id: "m1" },
  configuration: object = {},
) => {
  fakeApi({
    "GET /api/my/user": () => ({ user: loginReply().user }),
    "GET /api/my/membership": () => ({
      membership: { _data: memberships.map((more) => ({ ...membership, ...more })) },
    }),
  });
  await showPage(
    <>
      <MemberGreeting />
      <div id="way">
        <MembershipPrompt />
      </div>
    </>,
    { seller: { web, configuration } },
  );
};
const greeting = () => (document.querySelector("p")?.textContent ?? "").replace(/\s+/g, " ").trim();
const way = () => document.querySelector("#way")?.textContent ?? "";
const links = () => [...document.querySelectorAll("a")].map((link) => link.getAttribute("href"));

beforeEach(() => setLoginCookie("full"));
afterEach(() => setLoginCookie("none"));

describe("the greeting in the listing", () => {
  test("shows a member the last day of their membership", async () => {
    await open([{}]);
    expect(greeting()).toBe("Hello, Ada. Your Friend membership is valid until November 20, 2027.");
    expect([way(), links()]).toEqual(["", []]);
  });
  test("counts the terms that are renewed already", async () => {
    const next = { valid_from: "2027-11-21T05:00:00Z", valid_to: "2028-11-21T05:00:00Z", last_day: "2028-11-20" };
    await open([{}, { ...next, is_valid: false }]);
    expect(greeting()).toBe("Hello, Ada. Your Friend membership is valid until November 20, 2028.");
  });
  test("shows a member whose membership begins later its first day, without an offer", async () => {
    await open([{ is_valid: false, valid_from: "2027-01-01T05:00:00Z" }]);
    expect(greeting()).toBe("Hello, Ada. Your Friend membership starts on January 1, 2027.");
    expect([way(), links()]).toEqual(["", []]);
  });
  test("uses the member's own membership, not one that they are on", async () => {
    await open([{ ...over }, { own: false, level_name: "Family" }]);
    expect(greeting()).toBe("Hello, Ada. Your membership has expired. Renew membership");
  });
  test("greets a member for life", async () => {
    await open([{ last_day: null, valid_to: null }]);
    expect(greeting()).toBe("Hello, Ada. Your Friend membership does not expire.");
  });
  test("offers renewal to a member who can renew", async () => {
    await open([{ is_renewable: true }]);
    expect(greeting()).toMatch(/ Renew membership$/);
    expect(links()).toEqual(["/membership/renew"]);
  });
  test("offers renewal to a former member, here and on events for members", async () => {
    await open([over]);
    expect(greeting()).toBe("Hello, Ada. Your membership has expired. Renew membership");
    expect(way()).toBe("Your membership has expired. Renew membership");
    expect(links()).toEqual(["/membership/renew", "/membership/renew"]);
  });
  test("offers membership to other users", async () => {
    await open([]);
    expect(greeting()).toBe("Hello, Ada. Members see more. Become a member");
    expect(way()).toBe("Become a member");
    expect(links()).toEqual(["/membership", "/membership"]);
  });
  test("offers no renewal if members have no account to renew with", async () => {
    const numberOnly = { authentication: "scan_code" };
    await open([over], { membership_event_id: "m1" }, numberOnly);
    expect(greeting()).toBe("Hello, Ada. Your membership has expired.");
    expect(links()).toEqual([]);
    await open([over], { external_membership_url: "https://museum.example/join" }, numberOnly);
    expect(links()).toEqual(["/membership/renew", "/membership/renew"]);
  });
  test("has no link if no memberships are sold", async () => {
    await open([over], {});
    expect(greeting()).toBe("Hello, Ada. Your membership has expired.");
    expect(way().trim()).toBe("Your membership has expired.");
    expect(links()).toEqual([]);
  });
  test("the greeting in the listing does not tell other users of memberships that are not sold", async () => {
    await open([], {});
    expect([greeting(), way(), links()]).toEqual(["Hello, Ada.", "", []]);
  });
  test("uses no name after a login by a member's number", async () => {
    setLoginCookie("limited");
    await open([{}]);
    expect(greeting()).toBe("Your Friend membership is valid until November 20, 2027.");
  });
});
