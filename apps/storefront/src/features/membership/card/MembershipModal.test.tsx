import { useModal } from "@foyer/ui/overlay/ModalStack.tsx";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { byRole, press } from "@foyer/ui/test/dom.tsx";
import { lazyMemberPrompts } from "../../listing/members/lazyMemberPrompts.ts";
import { MembersBanner } from "../../listing/members/MembersBanner.tsx";
import { membershipModalName } from "./membershipModalName.ts";
import { CancelAutoRenew } from "../renew/CancelAutoRenew.tsx";
import {
  requests,
  setLoginCookie,
  choose,
  dialog,
  event,
  fill,
  heldMembership,
  id,
  inDialog,
  refusedReply,
  ok,
  pageText,
  rule,
  sent,
  settle,
  showAt,
  server,
} from "../../../../test/membership/membershipPage.tsx";
import { MembershipModal } from "./MembershipModal.tsx";

const link = (word: string) => [...document.querySelectorAll("a")].find((one) => one.textContent === word);
const hrefOf = (word: string) => link(word)?.getAttribute("href");

describe("members banner", () => {
  // Loaded in advance: the page loads it on demand.
  beforeAll(() => lazyMemberPrompts.load());
  const open = () => showAt("/events", <MembersBanner />);
  test("tells visitors about member benefits", async () => {
    await open();
    expect(pageText()).toContain("Members see more.");
    expect(hrefOf("Log in")).toBe("/harbor/events?login=true");
    expect(hrefOf("Become a member")).toBe("/harbor/membership");
  });

  test.each([
    [
      "a member",
      { is_renewable: false, last_day: "2027-11-20" },
      "Hello, Ada. Your Single membership is valid until November 20, 2027.",
      undefined,
    ],
    [
      "a lifetime member",
      { is_renewable: false, last_day: null },
      "Your Single membership does not expire.",
      undefined,
    ],
    ["a member whose membership ends soon", {}, "is valid until November 30, 2026.", "/harbor/membership/renew"],
    [
      "a member whose membership has expired",
      { is_valid: false, is_expired: true },
      "Your membership has expired.",
      "/harbor/membership/renew",
    ],
  ])("addresses %s", async (_, more, expected, renew) => {
    setLoginCookie();
    server.memberships = [heldMembership(50, more)];
    await open();
    expect(pageText().replaceAll(/\s+/g, " ")).toContain(expected);
    expect(hrefOf("Renew membership")).toBe(renew);
    expect(link("Log in")).toBeUndefined();
  });

  test("tells logged-in visitors how to become a member", async () => {
    setLoginCookie();
    await open();
    expect(pageText()).toContain("Members see more.");
    expect(link("Log in")).toBeUndefined();
    expect(link("Become a member")).toBeDefined();
  });
});

describe("membership dialog", () => {
  function Opener() {
    const { open } = useModal(membershipModalName);
    return (
      <button type="button" onClick={open}>
        open
      </button>
    );
  }
  const open = async () => {
    await showAt(
      "/events",
      <>
        <Opener />
        <MembershipModal />
      </>,
    );
    await choose(byRole("button", "open"));
  };
  const text = () => (dialog()?.textContent ?? "").replaceAll(/\s+/g, " ");

  test("asks for a login first", async () => {
    server.seller = { ...server.seller, configuration: { authentication: "password" } };
    await open();
    expect(text()).toContain("Log in to see your membership");
    expect(dialog()?.querySelector("input[type='email']")).not.toBeNull();
  });

  test("shows level, number, holder, term, QR code and links", async () => {
    setLoginCookie();
    server.memberships = [heldMembership(50, { auto_renew_state: "scheduled" })];
    server.seller = { ...server.seller, web: { membership_event_id: event } };
    await open();
    for (const expected of ["Single", "ABCDE23456", "Ada Lovelace", "November 30, 2026", "On"])
      expect(text()).toContain(expected);
    const picture = dialog()?.querySelector("img");
    expect(picture?.getAttribute("src")).toBe(`/api/membership/${id(50)}/qrcode?margin=4&_seller=harbor`);
    expect(picture?.getAttribute("alt")).toBe("QR code of your Single membership");
    expect(hrefOf("Renew membership")).toBe(`/harbor/events/${event}/renew`);
    expect(hrefOf("Cancel auto-renew")).toBe(`/harbor/manage/${id(60)}/cancel-auto-renew`);
    expect(hrefOf("My account")).toBe("/harbor/my");
  });

  test.each([
    ["password", `/harbor/membership/renew`],
    ["scan_code", `/harbor/membership/renew`],
  ])("renews at the seller's own URL if there is one, with the login %s", async (authentication, expected) => {
    setLoginCookie();
    server.memberships = [heldMembership(50)];
    const web = { membership_event_id: event, external_membership_url: "https://join.example/" };
    server.seller = { ...server.seller, web, configuration: { authentication } };
    await open();
    expect(hrefOf("Renew membership")).toBe(expected);
  });

  test.each([
    ["none", {}, "Auto-renewOff"],
    ["scheduled", {}, "Auto-renewOn Cancel auto-renew"],
    ["cancelled", {}, "Auto-renewCancelled"],
    ["none", { last_day: null, valid_to: null }, undefined],
    ["none", { is_expired: true }, undefined],
    ["none", { is_renewable: false, renewable_from: null }, undefined],
  ] as const)("shows the renewal state: %s, %j", async (auto_renew_state, more, expected) => {
    setLoginCookie();
    server.memberships = [heldMembership(50, { auto_renew_state, ...more })];
    await open();
    const rows = [...(dialog()?.querySelectorAll("dl > div") ?? [])].map((fact) => (fact.textContent ?? "").trim());
    expect(rows.find((fact) => fact.startsWith("Auto-renew"))).toBe(expected);
  });

  test("shows from when the membership can be renewed", async () => {
    setLoginCookie();
    server.memberships = [heldMembership(50, { is_renewable: false, renewable_from: "2027-10-21" })];
    await open();
    expect(text()).toContain("(renew from October 21, 2027)");
    expect(link("Renew membership")).toBeUndefined();
  });

  test("shows when a membership begins that is paid for later", async () => {
    setLoginCookie();
    const ahead = { is_valid: false, is_renewable: false, renewable_from: null, valid_from: "2026-12-24T12:00:00Z" };
    server.memberships = [heldMembership(50, ahead)];
    await open();
    expect(text()).toContain("Valid fromDecember 24, 2026");
    expect(text()).toContain("(renewed)");
  });

  test("shows no personal data to a limited session", async () => {
    setLoginCookie("limited");
    server.memberships = [
      heldMembership(50, {
        scan_code: null,
        member_number: null,
        holder_name: null,
        holder_email: null,
        ticket_order_id: null,
        editable: false,
      }),
    ];
    await open();
    expect(text()).toContain("Single");
    expect(text()).toContain("Log in to see your card and your account.");
    expect(dialog()?.querySelector("img")).toBeNull();
  });

  test("asks for no more where a member number is the whole login", async () => {
    server.seller = { ...server.seller, configuration: { authentication: "scan_code" } };
    setLoginCookie("limited");
    server.memberships = [heldMembership(50, { scan_code: null, member_number: null, editable: false })];
    await open();
    expect(text()).toContain("Single");
    expect(text()).not.toContain("Log in");
  });

  test("shows that there is no membership", async () => {
    setLoginCookie();
    await open();
    expect(text()).toContain("There is no membership in your account yet.");
    expect(hrefOf("Become a member")).toBe("/harbor/membership");
  });

  const child = {
    own: false,
    ticket_type_id: id(31),
    party_role: "child",
    holder_name: "Byron King",
    holder_email: null,
  };
  const ofFamily = () => {
    setLoginCookie();
    server.memberships = [heldMembership(50, { editable: false }), heldMembership(51, child)];
    server.rules = [rule(id(31), { emailed: "optional" })];
  };
  test("changes the names of other members", async () => {
    ofFamily();
    server.more[`PATCH /my/membership/${id(51)}`] = () =>
      ok({
        membership: {
          _data: [
            heldMembership(50, { editable: false }),
            heldMembership(51, { ...child, holder_name: "Allegra King" }),
          ],
        },
      });
    await open();
    expect(text()).toContain("Byron King");
    await choose(inDialog("Change names"));
    fill("Byron King – Last name", " ");
    await choose(inDialog("Save"));
    expect(text()).toContain("Input must not be empty.");
    expect(sent).toEqual([]);
    fill("Byron King – First name", "Allegra");
    fill("Byron King – Last name", "King");
    await choose(inDialog("Save"));
    expect(sent).toEqual([
      { path: `/api/my/membership/${id(51)}`, body: { holder_name: "Allegra King", holder_email: null } },
    ]);
    expect(text()).toContain("Your changes are saved.");
    expect(text()).toContain("Allegra King");
  });

  test("asks for no name before it knows which are optional", async () => {
    ofFamily();
    server.memberships = [heldMembership(50, { editable: false }), heldMembership(51, { ...child, holder_name: null })];
    server.rules = [rule(id(31), { named: "optional", emailed: "no" })];
    await open();
    const labels = () => [...(dialog()?.querySelectorAll("label") ?? [])].map(({ textContent }) => textContent);
    press(inDialog("Change names"));
    expect(labels()).toEqual([]);
    await settle();
    expect(labels()).toEqual([
      expect.stringMatching(/First name \(optional\)$/),
      expect.stringMatching(/Last name \(optional\)$/),
    ]);
  });

  test("shows the server's refusal and keeps what was typed", async () => {
    ofFamily();
    server.more[`PATCH /my/membership/${id(51)}`] = () =>
      refusedReply(403, "access_denied", "This is not yours to change.");
    await open();
    await choose(inDialog("Change names"));
    fill("Byron King – First name", "Allegra");
    await choose(inDialog("Save"));
    expect(text()).toContain("This is not yours to change.");
    await choose(inDialog("Cancel"));
    expect(text()).toContain("Byron King");
  });
});

describe("cancelling auto-renew", () => {
  const order = id(60);
  const open = (query = "") =>
    showAt(`/manage/${order}/cancel-auto-renew${query}`, <CancelAutoRenew ticketOrderId={order} />);
  const button = (word: string) => [...document.querySelectorAll("button")].find((one) => one.textContent === word);
  const cancelled = () => ok({ membership: { _data: [heldMembership(50, { auto_renew_state: "cancelled" })] } });
  const call = `DELETE /ticket_order/${order}/auto_renew`;

  test("explains the consequence, cancels and confirms it", async () => {
    setLoginCookie();
    server.memberships = [heldMembership(50, { auto_renew_state: "scheduled" })];
    server.more[call] = cancelled;
    await open();
    expect(document.querySelector("h1")?.textContent).toBe("Cancel auto-renew");
    expect(pageText()).toContain("Your Single membership stays valid until November 30, 2026.");
    await choose(button("Cancel auto-renew") as HTMLElement);
    expect(requests.filter((one) => one.startsWith("DELETE"))).toEqual([
      `DELETE /api/ticket_order/${order}/auto_renew`,
    ]);
    expect(pageText()).toContain("Auto-renew is cancelled. Your Single membership is valid until November 30, 2026.");
    expect(button("Done")).toBeDefined();
    // The button that had the focus has been removed.
    expect(document.activeElement?.textContent).toContain("Auto-renew is cancelled.");
    expect(document.activeElement).not.toBe(document.body);
  });

  test("cancels without a login by the link of the e-mail", async () => {
    server.more[call] = cancelled;
    await open("?token=abcdefghijklmnopqrstuvwx");
    expect(pageText()).toContain("Your membership stays valid until it ends.");
    await choose(button("Cancel auto-renew") as HTMLElement);
    expect(pageText()).toContain("Auto-renew is cancelled.");
  });

  const ofOrder = (auto_renew_state: string) => () =>
    ok({ membership: { _data: [heldMembership(50, { auto_renew_state, ticket_order_id: null, holder_name: null })] } });
  test("shows level and date by the link of the e-mail", async () => {
    server.more[`GET /ticket_order/${order}`] = ofOrder("scheduled");
    await open("?token=abcdefghijklmnopqrstuvwx");
    expect(pageText()).toContain("Your Single membership stays valid until November 30, 2026.");
    expect(button("Cancel auto-renew")).toBeDefined();
  });
  test("offers no button by the link once it is cancelled", async () => {
    server.more[`GET /ticket_order/${order}`] = ofOrder("cancelled");
    await open("?token=abcdefghijklmnopqrstuvwx");
    expect(pageText()).toContain("Auto-renew is cancelled. Your Single membership is valid until November 30, 2026.");
    expect(button("Cancel auto-renew")).toBeUndefined();
  });
  test("cancels a later renewal by the link of an older e-mail", async () => {
    server.more[`GET /ticket_order/${order}`] = ofOrder("none");
    server.more[call] = cancelled;
    await open("?token=abcdefghijklmnopqrstuvwx");
    await choose(button("Cancel auto-renew") as HTMLElement);
    expect(pageText()).toContain("Auto-renew is cancelled.");
  });

  test("shows that it is cancelled already", async () => {
    setLoginCookie();
    server.memberships = [heldMembership(50, { auto_renew_state: "cancelled" })];
    await open();
    expect(pageText()).toContain("Auto-renew is cancelled. Your Single membership is valid until November 30, 2026.");
    expect(button("Cancel auto-renew")).toBeUndefined();
  });

  test.each([
    ["a member without auto-renew", [heldMembership(50)]],
    [
      "a member with the order of somebody else",
      [heldMembership(50, { ticket_order_id: id(61), auto_renew_state: "scheduled" })],
    ],
  ])("shows that %s is not enrolled", async (_, memberships) => {
    setLoginCookie();
    server.memberships = memberships;
    await open();
    expect(pageText()).toContain("You are not enrolled in auto-renew.");
    expect(pageText()).not.toContain("Please log in");
    expect(button("Cancel")).toBeDefined();
  });

  test("asks a visitor who is not logged in to log in", async () => {
    await open();
    expect(pageText()).toContain(
      "You are not enrolled in auto-renew. Please log in if you have a membership that renews automatically.",
    );
    expect(hrefOf("Log in")).toBe(`/harbor/manage/${order}/cancel-auto-renew?login=true`);
  });

  test.each(["none", "scan_code"])("offers no login that leads nowhere: %s", async (authentication) => {
    server.seller = { ...server.seller, configuration: { authentication } };
    await open();
    expect(pageText()).toContain(
      "You are not enrolled in auto-renew. If you have a membership that renews automatically, please use the link in its email.",
    );
    expect(pageText()).not.toContain("Log in");
    expect(button("Cancel")).toBeDefined();
  });

  test("shows the server's answer when the page is out of date", async () => {
    server.more[call] = () => refusedReply(409, "auto_renew_not_scheduled", "Not scheduled.");
    await open("?token=abcdefghijklmnopqrstuvwx");
    await choose(button("Cancel auto-renew") as HTMLElement);
    expect(pageText()).toContain("You are not enrolled in auto-renew.");
    expect(document.activeElement).not.toBe(document.body);
    expect(document.activeElement?.textContent).toContain("You are not enrolled in auto-renew.");
  });

  test("cancelling auto-renew can be tried again after a failure", async () => {
    setLoginCookie();
    server.memberships = [heldMembership(50, { auto_renew_state: "scheduled" })];
    server.more[call] = () => refusedReply(500, "unexpected", "bug");
    await open();
    await choose(button("Cancel auto-renew") as HTMLElement);
    expect(pageText()).toContain("Sorry! Something unexpected happened. Please try again.");
    expect(button("Cancel auto-renew")).toBeDefined();
  });

  test("leads back to the previous page", async () => {
    const back = vi.spyOn(window.history, "back").mockReturnValue();
    setLoginCookie();
    history.pushState(null, "", "/harbor/my/membership");
    await open();
    await choose(button("Cancel") as HTMLElement);
    expect(back).toHaveBeenCalledOnce();
    back.mockRestore();
  });
});
