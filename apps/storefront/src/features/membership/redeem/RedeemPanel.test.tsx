import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  requests,
  choose,
  dialog,
  event,
  field,
  fill,
  id,
  inDialog,
  level,
  refusedReply,
  ok,
  pageText,
  person,
  lastReservation,
  rule,
  send,
  sent,
  showAt,
  withCart,
  server,
} from "../../../../test/membership/membershipPage.tsx";
import { RedeemPanel } from "./RedeemPanel.tsx";

beforeAll(() =>
  Promise.all([
    import("@foyer/rules/forms/ticketDetails.ts"),
    import("@foyer/rules/forms/survey.ts"),
    import("../../reserve/details/DetailFields.tsx"),
    import("../form/MembershipDialogs.tsx"),
  ]),
);

const code = "AB12CD34EF";
const giftLevel = (number: number, name: string, more: object = {}) => ({
  ticket_group_id: id(number),
  event_template_id: event,
  name,
  _rank: 1,
  currency_amount: "90",
  discounted_amount: "0",
  ...more,
});
let found: object;
beforeEach(() => {
  found = {
    code,
    valid_from: null,
    valid_to: null,
    exhausted: false,
    ticket_types: [],
    is_gift: true,
    levels: [giftLevel(20, "Single")],
  };
  server.more[`GET /code/${code}`] = () => ok({ code: { _data: [found] } });
});
const open = (query = "") => showAt(`/membership/redeem${query}`, <RedeemPanel />);
const linked = `?gift_code=${code}`;
const method = () => document.querySelector("form")?.dataset.method;
const lookups = () => requests.filter((call) => call.includes("/code/"));
const path = () => window.location.pathname;
const grace = () => {
  fill("Member – First name", "Grace");
  fill("Member – Last name", "Hopper");
  fill("Member – Email", "grace@example.org");
};
const radios = () => [...document.querySelectorAll<HTMLInputElement>('input[type="radio"]')];

describe("gift code", () => {
  test("looks up the code of a link at once", async () => {
    await open(linked);
    expect(lookups()).toEqual([`GET /api/code/${code}`]);
    expect(pageText()).toContain(code);
    expect(pageText()).toContain("Single");
  });

  test.each(["", "AB12", "AB12CD34EFG", "AB12-CD34E"])("rejects %j without a request", async (typed) => {
    await open();
    fill("Gift code", typed);
    await send();
    expect(pageText()).toContain("You must enter a valid code");
    expect(lookups()).toEqual([]);
    expect(document.activeElement).toBe(field("Gift code"));
    expect(method()).toBe("input");
  });

  test.each([
    ["over", { valid_to: "2020-01-01T00:00:00Z" }, "This code has expired"],
    ["used", { exhausted: true }, "This code has already been redeemed"],
    ["not a gift code", { is_gift: false, levels: [] }, "You must enter a valid code"],
  ])("shows that a code is %s", async (_, more, expected) => {
    found = { ...found, ...more };
    await open(linked);
    expect(pageText()).toContain(expected);
    expect(method()).toBe("query");
    expect(field("Gift code").value).toBe(code);
    // A code from a link does not move the focus.
    expect(document.activeElement).toBe(document.body);
  });

  test("shows that a code is unknown and accepts another one", async () => {
    server.more["GET /code/0000000000"] = () => refusedReply(404, "code_not_found", "There is no such code.");
    await open("?gift_code=0000000000");
    expect(pageText()).toContain("You must enter a valid code");
    fill("Gift code", ` ${code} `);
    expect(pageText()).not.toContain("You must enter a valid code");
    await send();
    expect(pageText()).toContain("Single");
    // After a typed code the focus moves to the next step.
    expect(document.activeElement?.textContent).toBe("Your membership");
    await choose([...document.querySelectorAll("button")].find((one) => one.textContent === "Change") as HTMLElement);
    expect(field("Gift code").value.trim()).toBe(code);
  });

  test("shows the server's message after too many attempts", async () => {
    server.more[`GET /code/${code}`] = () => refusedReply(429, "too_many_requests", "Please wait a moment.");
    await open(linked);
    expect(pageText()).toContain("Please wait a moment.");
  });
});

describe("levels of a gift", () => {
  const four = ["A", "B", "C", "D"];
  const manyLevels = (ranks: readonly number[], prices: readonly string[]) => {
    server.groups = four.map((name, index) => level(20 + index, name));
    server.types = four.map((_, index) => person(30 + index, "Member", id(20 + index), "90"));
    server.rules = four.map((_, index) => rule(id(30 + index)));
    const levels = four.map((name, index) =>
      giftLevel(20 + index, name, { _rank: ranks[index], discounted_amount: prices[index] }),
    );
    found = { ...found, levels };
  };

  test("offers at most three levels of the top rank, cheapest first", async () => {
    manyLevels([1, 1, 1, 1], ["30", "0", "20", "10"]);
    await open(linked);
    expect(radios().map(({ value }) => value)).toEqual([id(21), id(23), id(22)]);
  });

  test("chooses the only level of the top rank", async () => {
    manyLevels([2, 1, 2, 2], ["0", "0", "0", "0"]);
    await open(linked);
    expect(radios()).toEqual([]);
    expect(pageText()).toContain("$90 Free for one year");
  });

  test("shows no total before a level is chosen", async () => {
    manyLevels([1, 1, 2, 2], ["0", "5", "0", "0"]);
    await open(linked);
    expect(document.querySelector("output")).toBeNull();
    expect(pageText()).not.toContain("Total");
    await choose(radios()[0] as HTMLElement);
    expect(document.querySelector("output")?.textContent).toBe("$0.00");
  });

  test("requires a choice between several levels", async () => {
    manyLevels([1, 1, 2, 2], ["0", "5", "0", "0"]);
    await open(linked);
    await send();
    expect(pageText()).toContain("Please select a membership to continue.");
    await choose(radios()[1] as HTMLElement);
    expect(pageText()).toContain("$5.00");
  });
});

describe("redeeming", () => {
  test("puts the membership into the cart with the code and leads to the checkout", async () => {
    await open(linked);
    await send();
    expect(pageText().match(/Input must not be empty\./g)).toHaveLength(3);
    expect(sent).toEqual([]);
    grace();
    await send();
    expect(lastReservation()).toMatchObject({
      add: [
        {
          event_template_id: event,
          membership: { action: "buy" },
          ticket_types_required: [{ ticket_type_id: id(30), admit_names: ["Grace Hopper"] }],
        },
      ],
      preReservePromoCodes: { codes: [code] },
      reserve: true,
    });
    expect(path()).toBe("/harbor/checkout");
  });

  test("asks the questions of the level", async () => {
    const questions = {
      joining: { title: "What brings you?", type: "string", context: "membership buy" },
      present: { title: "What shall we write?", type: "string", context: "gift" },
    };
    server.groups = [level(20, "Single", { additional_info_spec: { properties: questions, required: ["joining"] } })];
    await open(linked);
    expect(pageText()).toContain("What brings you?");
    expect(pageText()).not.toContain("What shall we write?");
    grace();
    await send();
    expect(sent).toEqual([]);
    expect(pageText()).toContain("This field is required.");
    fill("What brings you?", "The sea");
    await send();
    expect(lastReservation()).toMatchObject({
      additionalInfo: { [id(20)]: { joining: "The sea" } },
      preReservePromoCodes: { codes: [code] },
    });
  });

  test.each([
    ["to the upsells, where there are any", { configuration: { upsells: {} } }, "/harbor/events"],
    [
      "to the checkout, where upsells are skipped",
      { configuration: { upsells: {} }, web: { skip_upsells: true } },
      "/harbor/checkout",
    ],
  ])("leads %s", async (_, more, to) => {
    server.seller = { ...server.seller, ...more };
    await open(linked);
    grace();
    await send();
    expect(path()).toBe(to);
  });

  test("asks about a membership in the cart", async () => {
    withCart({ membership_action: "buy", lines: [{}] });
    await open(linked);
    grace();
    await send();
    expect(dialog()?.textContent).toContain("There is a membership in your cart");
    await choose(inDialog("Discard"));
    expect(lastReservation().preReservePromoCodes).toEqual({ codes: [code] });
  });

  test("shows that the code has been used meanwhile", async () => {
    server.reserve = () => refusedReply(409, "code_exhausted", "This code has been used.");
    await open(linked);
    grace();
    await send();
    expect(pageText()).toContain("This code has been used.");
    expect(path()).toBe("/harbor/membership/redeem");
  });
});
