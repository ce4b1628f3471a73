import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type } from "@foyer/ui/test/dom.tsx";
import { loadLazyComponents } from "../../../shared/loading/lazyComponent.ts";
import { savedStoreFor } from "../../../shared/storage/saved.ts";
import {
  requests,
  setLoginCookie,
  choose,
  dialog,
  event,
  family,
  field,
  fill,
  heldMembership,
  id,
  inDialog,
  level,
  refusedReply,
  ok,
  openMemberships,
  pageText,
  person,
  pick,
  lastReservation,
  rule,
  send,
  sent,
  single,
  withCart,
  server,
} from "../../../../test/membership/membershipPage.tsx";

// The page loads it lazily; imported here so that a slow machine does not make the tests flaky.
beforeAll(() =>
  Promise.all([
    import("@foyer/rules/forms/ticketDetails.ts"),
    import("@foyer/rules/forms/survey.ts"),
    import("../../reserve/details/DetailFields.tsx"),
    loadLazyComponents(["src/features/membership/form/MembershipDialogs.tsx"]),
    import("../../reserve/submit/CodeModal.tsx"),
  ]),
);

const withFamily = () => {
  server.groups = [single, family];
  server.types = [
    person(30, "Member", id(20), "90"),
    person(31, "Adult", id(21), "140"),
    person(32, "Child", id(21), "10"),
  ];
  server.rules = [
    rule(id(30)),
    rule(id(31)),
    rule(id(32), { party_role: "child", named: "optional", emailed: "no", min: 0, max: -1 }),
  ];
};
const radios = () => [...document.querySelectorAll<HTMLInputElement>('input[type="radio"]')];
const levelRadio = (number: number) => {
  const found = radios().find(({ value }) => value === id(number));
  if (!found) throw new Error("no such level");
  return found;
};
const ada = (before = "Member – ") => {
  fill(`${before}First name`, "Ada");
  fill(`${before}Last name`, "Lovelace");
  fill(`${before}Email`, "ada@example.org");
};
const giveCode = async (code: string) => {
  type(dialog()?.querySelector("input") as HTMLInputElement, code);
  await choose(inDialog("Continue"));
};
const isAt = (path: string) => window.location.pathname === `/harbor${path}`;

describe("joining", () => {
  test("chooses a single level and sends names and e-mail address", async () => {
    await openMemberships();
    expect(document.querySelector("h1")?.textContent).toBe("Salt and Light");
    expect(radios()).toEqual([]);
    expect(pageText()).toContain("$90 for one year");
    expect(pageText()).toContain("Valid until November 20, 2027");
    ada();
    await send();
    expect(lastReservation()).toEqual({
      add: [
        {
          event_template_id: event,
          membership: { action: "buy" },
          ticket_types_required: [
            { ticket_type_id: id(30), quantity: 1, admit_names: ["Ada Lovelace"], admit_emails: ["ada@example.org"] },
          ],
        },
      ],
      reserve: true,
      channel_id: "web",
      campaign: {},
    });
    expect(isAt("/checkout")).toBe(true);
  });

  test("requires a choice between several levels", async () => {
    withFamily();
    await openMemberships();
    await send();
    expect(pageText()).toContain("Please select a membership to continue.");
    expect(document.activeElement).toBe(radios()[0]);
    await choose(levelRadio(21));
    expect(pageText()).not.toContain("Please select a membership to continue.");
    expect(sent).toEqual([]);
  });

  test("preselects the level of the link", async () => {
    withFamily();
    await openMemberships(undefined, "?select=Family");
    expect(levelRadio(21).checked).toBe(true);
  });

  test("preselects the level of the link by its name in any case of letters, as tickets are", async () => {
    withFamily();
    await openMemberships(undefined, "?select=family");
    expect(levelRadio(21).checked).toBe(true);
  });

  test("joining does not allow a sold-out level", async () => {
    withFamily();
    server.groups = [single, level(21, "Family", { sold_out: true, available: false })];
    await openMemberships();
    expect(levelRadio(21).disabled).toBe(true);
    expect(levelRadio(20).checked).toBe(true);
  });

  test("requires first and last name and a valid e-mail address", async () => {
    await openMemberships();
    fill("Member – First name", "Ada");
    fill("Member – Email", "ada at example");
    await send();
    expect(pageText().match(/Input must not be empty\./g)).toHaveLength(1);
    expect(pageText()).toContain("Please enter a valid email address.");
    expect(document.activeElement).toBe(field("Member – Last name"));
    expect(sent).toEqual([]);
  });

  test("adds members at the price of their type", async () => {
    withFamily();
    await openMemberships();
    await choose(levelRadio(21));
    expect(field("Child (number of people)").querySelectorAll("option")).toHaveLength(11);
    await pick("Child (number of people)", "2");
    expect(pageText()).toContain("$160.00");
    ada("Adult – ");
    fill("Child 2 – First name (optional)", "Byron");
    // An optional name needs both parts if one is entered; another child's name is still optional.
    fill("Child 2 – Last name", "King");
    expect(field("Child 1 – Last name (optional)").value).toBe("");
    await send();
    expect(lastReservation().add[0]?.ticket_types_required).toEqual([
      { ticket_type_id: id(31), quantity: 1, admit_names: ["Ada Lovelace"], admit_emails: ["ada@example.org"] },
      { ticket_type_id: id(32), quantity: 2, admit_names: ["", "Byron King"] },
    ]);
  });

  test("asks yes or no where one more member is allowed", async () => {
    withFamily();
    server.rules = [rule(id(31)), rule(id(32), { named: "no", emailed: "no", min: 0, max: 1 })];
    await openMemberships(undefined, "?select=Family");
    const answers = radios().filter(({ name }) => name !== levelRadio(21).name);
    expect(answers.map(({ checked }) => checked)).toEqual([true, false]);
    await choose(answers[1] as HTMLElement);
    ada("Adult – ");
    await send();
    expect(lastReservation().add[0]?.ticket_types_required).toMatchObject([
      { quantity: 1 },
      { ticket_type_id: id(32), quantity: 1 },
    ]);
  });

  test("requires at least one member", async () => {
    server.rules = [rule(id(30), { named: "no", emailed: "no", min: 0, max: 4 })];
    await openMemberships();
    await send();
    expect(pageText()).toContain("At least one member is required to purchase a membership");
    await pick("Member (number of people)", "1");
    expect(pageText()).not.toContain("At least one member is required");
    await send();
    expect(lastReservation().add[0]?.ticket_types_required).toEqual([{ ticket_type_id: id(30), quantity: 1 }]);
  });

  test("keeps the members when the level changes", async () => {
    withFamily();
    await openMemberships();
    await choose(levelRadio(20));
    ada();
    await choose(levelRadio(21));
    expect(field("Adult – First name").value).toBe("Ada");
    expect(field("Adult – Email").value).toBe("ada@example.org");
  });

  test.each([
    [true, "Physical membership cards take 3 to 5 weeks."],
    [false, undefined],
  ])("mentions physical cards: %s", async (physical_card, expected) => {
    server.groups = [level(20, "Single", {}, { physical_card })];
    await openMemberships();
    expect(pageText().includes("Physical membership cards")).toBe(expected !== undefined);
    expect(pageText()).toContain(expected ?? "Single");
  });

  test("asks the questions of the level", async () => {
    const questions = {
      all: { title: "How did you hear about us?", type: "string" },
      present: { title: "What shall we write?", type: "string", context: "membership gift" },
      renewal: { title: "What made you stay?", type: "string", context: "renew" },
      joining: { title: "What brings you?", type: "string", context: "membership buy guest" },
    };
    server.groups = [level(20, "Single", { additional_info_spec: { properties: questions, required: ["joining"] } })];
    await openMemberships();
    expect(pageText()).toContain("What brings you?");
    expect(pageText()).toContain("How did you hear about us?");
    expect(pageText()).not.toContain("What shall we write?");
    expect(pageText()).not.toContain("What made you stay?");
    ada();
    await send();
    expect(sent).toEqual([]);
    expect(pageText()).toContain("This field is required.");
    fill("What brings you?", "The sea");
    await send();
    expect(lastReservation().additionalInfo).toEqual({ [id(20)]: { joining: "The sea" } });
  });
});

describe("conflicting cart", () => {
  test("replaces a membership in the cart after it is discarded", async () => {
    withCart({ membership_action: "buy", lines: [{}] });
    await openMemberships();
    ada();
    await send();
    expect(dialog()?.textContent).toContain("There is a membership in your cart");
    expect(inDialog("Checkout").getAttribute("href")).toBe("/harbor/checkout");
    expect(sent).toEqual([]);
    await choose(inDialog("Discard"));
    expect(requests).toContain(`DELETE /api/my/cart/${id(70)}`);
    expect(lastReservation().add[0]?.membership).toEqual({ action: "buy" });
  });

  test("allows tickets in the cart", async () => {
    withCart({ lines: [{ types: [] }] });
    await openMemberships();
    ada();
    await send();
    expect(dialog()).toBeNull();
    expect(sent.at(-1)?.path).toBe(`/api/my/cart/${id(70)}/modify`);
  });

  test("asks when only the server knows of a membership in the cart", async () => {
    server.reserve = () => refusedReply(409, "membership_in_cart", "There is already a membership in your cart.");
    await openMemberships();
    ada();
    await send();
    expect(dialog()?.textContent).toContain("There is a membership in your cart");
  });
});

describe("gift membership", () => {
  const grace = () => {
    fill("First name", "Grace");
    fill("Last name", "Hopper");
    fill("Email", "grace@example.org");
  };

  test("asks for the recipient and for a login, but for no members", async () => {
    withFamily();
    server.groups = [single, level(21, "Family", {}, { gift: false })];
    await openMemberships("gift");
    expect(document.querySelector("h1")?.textContent).toBe("Salt and Light as a gift");
    // Levels that cannot be given are not offered.
    expect(pageText()).not.toContain("Family");
    await send();
    expect(pageText().match(/Input must not be empty\./g)).toHaveLength(3);
    grace();
    await send();
    expect(dialog()?.textContent).toContain("Shop as a Guest");
    await choose(inDialog("Shop as a Guest"));
    expect(sent.map(({ path }) => path)).toEqual(["/api/giftee", "/api/my/cart/modify"]);
    expect(sent[0]?.body).toEqual({ first_name: "Grace", last_name: "Hopper", email: "grace@example.org" });
    expect(lastReservation().add).toEqual([
      {
        event_template_id: event,
        membership: { action: "gift", giftee_identity_id: id(81) },
        ticket_types_required: [{ ticket_type_id: id(30), quantity: 1 }],
      },
    ]);
    expect(isAt("/checkout")).toBe(true);
  });

  test("gift membership does not ask a logged-in visitor to log in", async () => {
    setLoginCookie();
    await openMemberships("gift");
    grace();
    await send();
    expect(dialog()).toBeNull();
    expect(lastReservation().add[0]?.membership).toEqual({ action: "gift", giftee_identity_id: id(81) });
  });

  test("gift membership does not ask for a login again where a member number is the whole login", async () => {
    server.seller = { ...server.seller, configuration: { authentication: "scan_code" } };
    setLoginCookie("limited");
    await openMemberships("gift");
    grace();
    await send();
    expect(dialog()).toBeNull();
    expect(lastReservation().add[0]?.membership).toEqual({ action: "gift", giftee_identity_id: id(81) });
  });

  test("requires an empty cart", async () => {
    withCart({ lines: [{}] });
    setLoginCookie();
    await openMemberships("gift");
    grace();
    await send();
    expect(dialog()?.textContent).toContain("Gifts have to be bought separately");
    await choose(inDialog("Discard"));
    expect(requests).toContain(`DELETE /api/my/cart/${id(70)}`);
    expect(lastReservation().add[0]?.membership).toMatchObject({ action: "gift" });
  });

  const bothWordings = () => {
    expect(pageText()).toContain("You cannot gift a membership to yourself. Do you want to buy or renew a membership?");
    expect(pageText()).toContain(
      "You can not gift membership to yourself. Do you want to buy or renew membership for yourself?",
    );
    const links = [...document.querySelectorAll("a")].map((link) => link.getAttribute("href"));
    expect(links).toContain(`/harbor/events/${event}`);
    expect(links).toContain(`/harbor/events/${event}/renew`);
  };

  test("refuses the giver's own e-mail address", async () => {
    setLoginCookie();
    await openMemberships("gift");
    grace();
    fill("Email", "Ada+museum@example.org");
    await send();
    bothWordings();
    expect(sent).toEqual([]);
    fill("Email", "grace@example.org");
    await send();
    expect(sent).toHaveLength(2);
  });

  test("shows the server's refusal of a gift to oneself", async () => {
    server.more["POST /giftee"] = () =>
      refusedReply(
        422,
        "gift_to_oneself",
        "You cannot gift a membership to yourself. Do you want to buy or renew a membership?",
      );
    setLoginCookie();
    await openMemberships("gift");
    grace();
    await send();
    bothWordings();
    expect(document.activeElement).toBe(field("Email"));
  });

  test("shows that no level can be given", async () => {
    server.groups = [level(20, "Single", {}, { gift: false })];
    await openMemberships("gift");
    expect(pageText()).toContain("No memberships are available as gifts at the moment.");
  });
});

describe("renewal", () => {
  test("requires a login", async () => {
    await openMemberships("renew");
    expect(document.querySelector("h1")?.textContent).toBe("Renew your membership");
    expect(pageText()).toContain("Log in to renew");
    const login = [...document.querySelectorAll("a")].find((link) => link.textContent === "Log in");
    expect(login?.getAttribute("href")).toBe(`/harbor/events/${event}/renew?login=true`);
    expect(document.querySelector("form")).toBeNull();
  });

  test.each([
    ["there is no login", "none", "none"],
    ["a member number is the whole login", "scan_code", "none"],
    ["a member number was the whole login", "scan_code", "limited"],
  ] as const)("offers no login that leads nowhere: %s", async (_, authentication, strength) => {
    server.seller = { ...server.seller, configuration: { authentication } };
    setLoginCookie(strength);
    await openMemberships("renew");
    expect(pageText()).toContain("Memberships cannot be renewed online. Please contact Harbor.");
    expect([...document.querySelectorAll("a")].map(({ textContent }) => textContent)).not.toContain("Log in");
    const join = [...document.querySelectorAll("a")].find((link) => link.textContent === "Become a member");
    expect(join?.getAttribute("href")).toBe(`/harbor/events/${event}`);
  });

  test("starts with the current members", async () => {
    setLoginCookie();
    withFamily();
    server.memberships = [
      heldMembership(50, { ticket_group_id: id(21), ticket_type_id: id(31), level_name: "Family" }),
      heldMembership(51, {
        ticket_group_id: id(21),
        ticket_type_id: id(32),
        party_role: "child",
        holder_name: "Byron King",
        holder_email: null,
      }),
    ];
    await openMemberships("renew");
    expect(levelRadio(21).checked).toBe(true);
    expect(field("Adult – First name").value).toBe("Ada");
    expect(field("Child – Last name").value).toBe("King");
    await send();
    expect(lastReservation().add[0]).toMatchObject({
      membership: { action: "renew", renews_id: id(50) },
      ticket_types_required: [{ admit_names: ["Ada Lovelace"] }, { admit_names: ["Byron King"] }],
    });
  });

  test.each([
    ["a current one", {}, "It starts when your current membership ends."],
    ["an expired one", { is_valid: false, is_expired: true, is_renewable: true }, "It starts today."],
  ])("says when the renewal of %s starts", async (_, more, expected) => {
    setLoginCookie();
    server.memberships = [heldMembership(50, more)];
    await openMemberships("renew");
    const starts = pageText().match(/It starts [^.]*\./g);
    expect(new Set(starts)).toEqual(new Set([expected]));
  });

  test("asks for another level for the same members when theirs is no longer sold", async () => {
    setLoginCookie();
    withFamily();
    server.memberships = [
      heldMembership(50, { ticket_group_id: id(99), ticket_type_id: id(98), level_name: "Friend" }),
    ];
    await openMemberships("renew");
    expect(radios().every(({ checked }) => !checked)).toBe(true);
    await choose(levelRadio(20));
    expect(field("Member – First name").value).toBe("Ada");
  });

  test.each([
    [
      "too early",
      { is_renewable: false, renewable_from: "2027-01-05" },
      "Your Single membership can be renewed from January 5, 2027.",
    ],
    [
      "never",
      { is_renewable: false, is_valid: false, is_expired: true, renewable_from: null },
      "Your Single membership cannot be renewed online.",
    ],
  ])("shows why a membership cannot be renewed: %s", async (_, more, expected) => {
    setLoginCookie();
    server.memberships = [heldMembership(50, more)];
    await openMemberships("renew");
    expect(pageText()).toContain(expected);
    expect(document.querySelector("form")).toBeNull();
  });

  test("renewing a membership that was renewed in another tab says so", async () => {
    setLoginCookie();
    server.memberships = [heldMembership(50)];
    await openMemberships("renew");
    expect(document.querySelector("form")).not.toBeNull();
    server.memberships = [heldMembership(50, { is_renewable: false, renewable_from: "2027-01-05" })];
    server.reserve = () => refusedReply(422, "membership_not_renewable", "This membership cannot be renewed yet.");
    await send();
    expect(document.querySelector("form")).toBeNull();
    expect(document.activeElement?.textContent).toBe("Your Single membership can be renewed from January 5, 2027.");
  });

  test("shows that there is no membership to renew", async () => {
    setLoginCookie();
    await openMemberships("renew");
    expect(pageText()).toContain("We could not find a membership that you can renew.");
  });

  test("lets the member choose between two memberships", async () => {
    setLoginCookie();
    server.memberships = [
      heldMembership(50),
      heldMembership(52, { ticket_order_id: id(62), holder_name: "Grace Hopper" }),
    ];
    await openMemberships("renew");
    const other = radios().find(({ value }) => value === id(52));
    await choose(other as HTMLElement);
    expect(field("Member – First name").value).toBe("Grace");
    await send();
    expect(lastReservation().add[0]?.membership).toEqual({ action: "renew", renews_id: id(52) });
  });
});

describe("automatic renewal", () => {
  const box = () => document.querySelector<HTMLInputElement>('input[type="checkbox"]');
  const offers = (automatic: string, more: object = {}) => {
    server.seller = { ...server.seller, configuration: { renewal: { allowed_period: 30, automatic }, ...more } };
  };
  test("automatic renewal is not offered by default", async () => {
    await openMemberships();
    expect(box()).toBeNull();
  });

  test("automatic renewal is not offered where the seller never asks", async () => {
    offers("prompt", { ask_to_autorenew: false });
    await openMemberships();
    expect(box()).toBeNull();
  });
  test("automatic renewal is not offered for a lifetime level", async () => {
    offers("prompt");
    server.groups = [
      { ...single, level: { ...single.level, term: { ...single.level.term, valid_to: null, last_day: null } } },
    ];
    await openMemberships();
    expect(box()).toBeNull();
  });

  test("automatic renewal is off by default, and off again after another level is chosen", async () => {
    offers("prompt");
    withFamily();
    await openMemberships();
    await choose(levelRadio(20));
    expect(box()?.checked).toBe(false);
    await choose(box() as HTMLElement);
    expect(box()?.checked).toBe(true);
    await choose(levelRadio(21));
    expect(box()?.checked).toBe(false);
    await choose(box() as HTMLElement);
    ada("Adult – ");
    await send();
    expect(savedStoreFor("harbor").get().auto_renew).toBe(true);
  });

  describe("of a membership that renews automatically", () => {
    const unless =
      "Your membership renews automatically at present. If you do not tick this, automatic renewal ends with this payment.";
    const ends = "Your membership renews automatically at present. Automatic renewal ends with this payment.";
    beforeEach(() => {
      setLoginCookie();
      server.memberships = [
        heldMembership(50, { ticket_group_id: id(20), ticket_type_id: id(30), auto_renew_state: "scheduled" }),
      ];
    });

    test("a renewal by hand says that automatic renewal ends unless it is chosen again", async () => {
      offers("prompt");
      await openMemberships("renew");
      expect(box()?.checked).toBe(false);
      expect(pageText()).toContain(unless);
      await choose(box() as HTMLElement);
      expect(pageText()).not.toContain("at present");
    });

    test("a renewal by hand says that automatic renewal ends where it is no longer offered", async () => {
      await openMemberships("renew");
      expect(box()).toBeNull();
      expect(pageText()).toContain(ends);
    });

    test.each([
      ["where the seller always renews", "always", "scheduled"],
      ["of a membership without it", "prompt", "none"],
      ["of a membership whose automatic renewal is cancelled", "prompt", "cancelled"],
    ] as const)("a renewal by hand %s says nothing about an end", async (_, automatic, auto_renew_state) => {
      offers(automatic);
      server.memberships = [heldMembership(50, { ticket_group_id: id(20), ticket_type_id: id(30), auto_renew_state })];
      await openMemberships("renew");
      expect(pageText()).not.toContain("at present");
    });
  });

  test("automatic renewal is sent without asking where the seller always renews, but never with a gift", async () => {
    offers("always");
    await openMemberships();
    expect(box()).toBeNull();
    ada();
    await send();
    expect(savedStoreFor("harbor").get().auto_renew).toBe(true);
  });
});

describe("refusals", () => {
  test.each([
    ["expected", 422, "membership_not_renewable", "This membership cannot be renewed yet."],
    ["unknown", 500, "unexpected", "Sorry! Something unexpected happened. Please try again."],
  ])("shows %s and keeps the form", async (_, status, code, expected) => {
    server.reserve = () => refusedReply(status, code, expected);
    await openMemberships();
    ada();
    await send();
    expect(pageText()).toContain(expected);
    expect(field("Member – First name").value).toBe("Ada");
  });

  test.each(["ticket_group_not_on_sale", "ticket_group_sold_out", "ticket_type_not_available"])(
    "shows what is on sale after a level was taken off it: %s",
    async (code) => {
      withFamily();
      await openMemberships(undefined, "?select=Single");
      ada();
      server.reserve = () => {
        server.groups = [family];
        return refusedReply(409, code, "Single is not sold any more.");
      };
      await send();
      expect(pageText()).toContain("Single is not sold any more.");
      expect(radios().map(({ value }) => value)).not.toContain(id(20));
      expect(pageText()).toContain("For everybody at home");
      expect(pageText()).not.toContain("Continue");
    },
  );

  test("shows a refusal about a member at that member", async () => {
    server.reserve = () =>
      refusedReply(422, "validation_failed", "This is no name.", {
        fields: ["admit_names"],
        ticket_type_id: id(30),
        index: 0,
      });
    await openMemberships();
    ada();
    await send();
    expect(pageText()).toContain("This is no name.");
    expect(document.activeElement).toBe(field("Member – First name"));
    fill("Member – First name", "Augusta");
    expect(pageText()).not.toContain("This is no name.");
  });
});

describe("level that requires a code", () => {
  const blocked = refusedReply(422, "rule_blocks_reserve", "For the crews of the ferries.", {
    block_reason: "code_required",
    rule_id: id(90),
  });

  test("asks for the code in a dialog and submits again with it", async () => {
    server.reserve = () => blocked;
    await openMemberships();
    ada();
    await send();
    expect(dialog()?.textContent).toContain("A code is required to continue with your order.");
    expect(dialog()?.textContent).toContain("For the crews of the ferries.");
    await giveCode(" ");
    expect(dialog()?.textContent).toContain("This field is required.");

    server.reserve = () => refusedReply(404, "code_not_found", "This code is not valid.");
    await giveCode("WRONG");
    expect(dialog()?.textContent).toContain("This code is not valid. Please try another one.");
    server.reserve = () => blocked;
    await giveCode("OTHER");
    expect(dialog()?.textContent).toContain('"OTHER" is not a valid promo code. Please try another one.');
    server.reserve = () => ok({ cart: { _data: [server.cart] }, ticket: { _data: [] } });
    await giveCode(" FERRY ");
    expect(sent.map(({ body }) => (body as { preReservePromoCodes?: object }).preReservePromoCodes)).toEqual([
      undefined,
      { codes: ["WRONG"] },
      { codes: ["OTHER"] },
      { codes: ["FERRY"] },
    ]);
    expect(isAt("/checkout")).toBe(true);
  });

  test("shows why it cannot continue without a code, or with another problem", async () => {
    server.reserve = () => blocked;
    await openMemberships();
    ada();
    await send();
    await choose(dialog()?.querySelector<HTMLElement>('[aria-label="Close"]') as HTMLElement);
    expect(dialog()).toBeNull();
    expect(pageText()).toContain("For the crews of the ferries.");

    await send();
    server.reserve = () => refusedReply(409, "ticket_group_sold_out", "Single has sold out.");
    await giveCode("FERRY");
    expect(dialog()).toBeNull();
    expect(pageText()).toContain("Single has sold out.");
  });
});
