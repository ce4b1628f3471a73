import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { act } from "react";
import { byRole, type } from "@foyer/ui/test/dom.tsx";
import { loadLazyComponents } from "../../../shared/loading/lazyComponent.ts";
import {
  button,
  click,
  openEventPage,
  send,
  sentBodies,
  settle,
  text,
  fakeShop,
} from "../../../../test/reserve/eventPage.tsx";
import { cart, event, id, refusal, seller } from "../../../../test/reserve/eventData.ts";
import { clearGuestChoice } from "../../../shared/storage/guestChoice.ts";

// Loaded in advance: the page loads it on demand.
beforeAll(() =>
  loadLazyComponents(["src/features/reserve/submit/CodeModal.tsx", "src/features/reserve/submit/GuestModal.tsx"]),
);

/** Submits the form and waits for the dialog, whose script may take a moment. */
const sendAndFindDialog = async (): Promise<HTMLElement> => {
  await send();
  for (let turn = 0; turn < 50 && !document.querySelector("dialog"); turn++) await settle();
  return byRole("dialog");
};

describe("a required code", () => {
  const blocked = {
    status: 422,
    body: {
      _data: [
        {
          _code: "rule_blocks_reserve",
          _context: "checkout_rules",
          _description: "This tour is for friends of the house.",
          _extra: { block_reason: "code_required", rule_id: id(80) },
        },
      ],
    },
  };
  const codeForm = () => document.querySelector<HTMLFormElement>("dialog form") as HTMLFormElement;
  const give = async (code: string) => {
    type(codeForm().querySelector("input") as HTMLInputElement, code);
    await act(async () => codeForm().requestSubmit());
    await settle();
  };
  const codes = () => sentBodies.map((one) => (one as { preReservePromoCodes?: object }).preReservePromoCodes);

  test("a required code is asked for in a dialog and sent with the next attempt", async () => {
    fakeShop.reserve = () => blocked;
    await openEventPage(`session=${id(40)}&quantity=Adult:1`);
    const dialog = await sendAndFindDialog();
    expect(dialog.textContent).toContain("A code is required to continue with your order.");
    expect(dialog.textContent).toContain("This tour is for friends of the house.");
    await give("  ");
    expect(codeForm().textContent).toContain("This field is required.");
    await give(" x ");
    expect(codeForm().textContent).toContain("Codes have at least 2 characters.");
    await give("x".repeat(36));
    expect(codeForm().textContent).toContain("Codes have at most 35 characters.");
    expect(sentBodies).toHaveLength(1);

    fakeShop.reserve = () => ({ status: 404, body: refusal("code_not_found", "reserve", "This code is not valid.") });
    await give("WRONG");
    expect(codeForm().textContent).toContain("This code is not valid. Please try another one.");
    fakeShop.reserve = () => blocked;
    await give("OTHER");
    expect(codeForm().textContent).toContain('"OTHER" is not a valid promo code. Please try another one.');
    fakeShop.reserve = () => ({ status: 200, body: { cart: { _data: [cart] }, ticket: { _data: [] } } });
    // More spaces around a pasted code than a code has characters.
    await give(`${" ".repeat(40)}FRIENDS `);
    expect(codes()).toEqual([undefined, { codes: ["WRONG"] }, { codes: ["OTHER"] }, { codes: ["FRIENDS"] }]);
    expect(location.pathname).toBe("/harbor/checkout");
  });

  test("after too many attempts invites to wait, not to try another code", async () => {
    fakeShop.reserve = () => blocked;
    await openEventPage(`session=${id(40)}&quantity=Adult:1`);
    await sendAndFindDialog();
    fakeShop.reserve = () => ({
      status: 429,
      body: refusal("too_many_requests", "reserve", "Sorry. Please try again later."),
    });
    await give("WRONG");
    expect(codeForm().textContent).toContain("Sorry. Please try again later.");
    expect(codeForm().textContent).not.toContain("Please try another one.");
  });

  test.each([
    [
      "the seller's own text",
      { "promo.error.code_exhausted": "Friends may come once." },
      "Used.",
      "Friends may come once.",
    ],
    ["the server's text with a full stop", {}, "Used up", "Used up."],
    ["the general text where the server says nothing", {}, "", '"USED" is not a valid promo code.'],
  ])("says why a code is refused: %s", async (_, strings, description, expected) => {
    fakeShop.seller = { ...seller, strings };
    fakeShop.reserve = () => blocked;
    await openEventPage(`session=${id(40)}&quantity=Adult:1`);
    await sendAndFindDialog();
    fakeShop.reserve = () => ({ status: 409, body: refusal("code_exhausted", "reserve", description) });
    await give("USED");
    expect(codeForm().textContent).toContain(`${expected} Please try another one.`);
  });

  test("shows why tickets cannot be reserved without it", async () => {
    fakeShop.reserve = () => blocked;
    await openEventPage(`session=${id(40)}&quantity=Adult:1`);
    await sendAndFindDialog();
    await click(document.querySelector('dialog [aria-label="Close"]') as HTMLElement);
    expect(text()).toContain("This tour is for friends of the house.");
  });

  test("closes the dialog and shows another refusal in the form", async () => {
    fakeShop.reserve = () => blocked;
    await openEventPage(`session=${id(40)}&quantity=Adult:1`);
    await sendAndFindDialog();
    fakeShop.reserve = () => ({
      status: 409,
      body: refusal("ticket_group_sold_out", "reserve", "General is sold out."),
    });
    await give("FRIENDS");
    expect(text()).toContain("General is sold out.");
    expect(document.querySelector("dialog:not([data-leaving])")).toBeNull();
  });
});

describe("login or guest", () => {
  beforeEach(() => {
    clearGuestChoice("harbor");
    fakeShop.seller = { ...seller, web: { offer_login_at_reserve: true } };
  });

  test("login or guest is asked once per session", async () => {
    await openEventPage(`session=${id(40)}&quantity=Adult:1`);
    fakeShop.reserve = () => ({
      status: 409,
      body: refusal("ticket_group_sold_out", "reserve", "General is sold out."),
    });
    await sendAndFindDialog();
    expect(sentBodies).toEqual([]);
    await click(button("Shop as a Guest"));
    expect(sentBodies).toHaveLength(1);
    await send();
    expect(sentBodies).toHaveLength(2);
  });

  test("shows the login, which returns to the selection", async () => {
    fakeShop.seller = { ...seller, web: { offer_login_at_reserve: true }, configuration: { authentication: "otp" } };
    fakeShop.reserve = () => ({ status: 200, body: { token: "tok" } });
    await openEventPage(`session=${id(40)}&quantity=Adult:2`);
    const dialog = await sendAndFindDialog();
    type(dialog.querySelector("input") as HTMLInputElement, "ada@members.example");
    await click(button("Email me a code"));
    const { redirect_path } = sentBodies[0] as { redirect_path: string };
    const { pathname, searchParams: query } = new URL(redirect_path, location.href);
    expect(pathname).toBe(`/events/${event}`);
    expect([query.get("quantity"), query.get("session")]).toEqual([`${id(30)}:2`, id(40)]);
  });

  test("login or guest is not asked of a visitor who is logged in", async () => {
    document.cookie = "foyer-in.harbor=full; Path=/";
    await openEventPage(`session=${id(40)}&quantity=Adult:1`);
    await send();
    expect(sentBodies).toHaveLength(1);
    document.cookie = "foyer-in.harbor=; Path=/; Max-Age=0";
  });

  test("login or guest is not asked of a visitor whose member number is the whole login", async () => {
    fakeShop.seller = {
      ...seller,
      web: { offer_login_at_reserve: true },
      configuration: { authentication: "scan_code" },
    };
    document.cookie = "foyer-in.harbor=limited; Path=/";
    await openEventPage(`session=${id(40)}&quantity=Adult:1`);
    await send();
    expect(sentBodies).toHaveLength(1);
    document.cookie = "foyer-in.harbor=; Path=/; Max-Age=0";
  });

  test("login or guest is asked of a visitor who came by a member's link", async () => {
    document.cookie = "foyer-in.harbor=limited; Path=/";
    await openEventPage(`session=${id(40)}&quantity=Adult:1`);
    await sendAndFindDialog();
    expect(sentBodies).toEqual([]);
    document.cookie = "foyer-in.harbor=; Path=/; Max-Age=0";
  });

  test("login or guest is not asked where logins are disabled", async () => {
    fakeShop.seller = { ...seller, web: { offer_login_at_reserve: true }, configuration: { authentication: "none" } };
    await openEventPage(`session=${id(40)}&quantity=Adult:1`);
    await send();
    expect(sentBodies).toHaveLength(1);
  });

  test("login or guest is not asked where the seller has not enabled it", async () => {
    fakeShop.seller = seller;
    await openEventPage(`session=${id(40)}&quantity=Adult:1`);
    await send();
    expect(sentBodies).toHaveLength(1);
  });
});
