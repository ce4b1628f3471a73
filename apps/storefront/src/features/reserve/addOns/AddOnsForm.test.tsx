import { act } from "react";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import type { Cart } from "@foyer/contract/shop/cart.ts";
import type { EventTemplate, TicketGroup, TicketType } from "@foyer/contract/shop/catalog.ts";
import type { EventSession } from "@foyer/contract/shop/sessions.ts";
import { allByRole, byRole, press, type } from "@foyer/ui/test/dom.tsx";
import { setFetcher } from "../../../api/call.ts";
import { cartId, makeCart, resetCartState, setSaved, settle, showPage } from "../../../../test/cart/fixtures.tsx";
import { adult, event, group, session, template } from "../../../../test/reserve/eventData.ts";
import type { AddOnOffer } from "./addOns.queries.ts";
import { AddOnsForm } from "./AddOnsForm.tsx";

const [early, late] = [session(40, "10:00"), session(41, "14:00")];
const offer = {
  event: template as EventTemplate,
  eventLink: { slug: "harbor", event_template_id: event, tg: [] },
  timezone: "America/New_York",
  sessions: [early, late] as readonly EventSession[],
  min_price: "20",
  groups: [group] as readonly TicketGroup[],
  types: [adult] as readonly TicketType[],
  rules: [],
  isQuantityOnly: true,
} satisfies AddOnOffer;
const quantity = () => byRole("spinbutton", "Adult").getAttribute("aria-valuenow");
const chosenTime = () => allByRole("radio").find((time) => time.getAttribute("aria-checked") === "true")?.textContent;

// Loaded in advance: the page loads it on demand.
beforeAll(() => import("../submit/CodeModal.tsx"));
afterEach(() => {
  sessionStorage.clear();
  resetCartState();
});

test("tickets chosen while another time loads are kept", async () => {
  let answerLate = (): void => undefined;
  const whenAnswered = new Promise<void>((resolve) => (answerLate = resolve));
  setFetcher(async (path) => {
    if (path.includes(late.id)) await whenAnswered;
    const found = path.includes(late.id) ? late : early;
    return Response.json({
      event_session: { _data: [found] },
      event_template: { _data: [template] },
      ticket_group: { _data: [group] },
      ticket_type: { _data: [adult] },
    });
  });
  const cart: Cart = makeCart({ lines: [] });
  await showPage(<AddOnsForm cart={cart} offers={[offer]} />, { path: "/add-ons" });
  const [, second] = allByRole("radio");
  if (!second) throw new Error("There are two times.");
  press(second);
  press(byRole("button", "More: Adult"));
  expect(quantity()).toBe("1");
  act(answerLate);
  await settle();
  expect(chosenTime()).toContain("2:00");
  expect(quantity()).toBe("1");
});

test("with visits on several days, all visits stand above and times name their day", async () => {
  setFetcher(async () =>
    Response.json({
      event_session: { _data: [early] },
      event_template: { _data: [template] },
      ticket_group: { _data: [group] },
      ticket_type: { _data: [adult] },
    }),
  );
  const [admission, tour] = makeCart().lines;
  if (!admission || !tour) throw new Error("There are two lines.");
  const { event_template_id, event_session_id } = admission;
  const again = { ...admission, event_session_id: cartId, local_day: "2026-12-12" };
  const cart = makeCart({
    lines: [admission, tour, again],
    anchor: { event_template_id, event_session_id: event_session_id ?? "", local_day: "2026-11-22" },
  });
  const nextDay = { ...late, local_day: "2026-12-12", start_datetime: "2026-12-12T19:00:00Z" };
  await showPage(<AddOnsForm cart={cart} offers={[{ ...offer, sessions: [early, nextDay] }]} />, { path: "/add-ons" });
  expect(document.body.textContent?.match(/Museum Admission, /g)).toHaveLength(2);
  expect(document.body.textContent).not.toContain("Highlights Tour, ");
  expect(allByRole("radio").map((time) => time.textContent)).toEqual([
    // What is read out, and what is shown.
    expect.stringMatching(/^Sunday, November 22, 10:00.*Sun, Nov 2210:00/),
    expect.stringMatching(/^Saturday, December 12, 2:00.*Sat, Dec 122:00/),
  ]);
});

test("the seller's messages about a time and a number of tickets stand on the card", async () => {
  setFetcher(async () =>
    Response.json({
      event_session: { _data: [early] },
      event_template: { _data: [template] },
      ticket_group: { _data: [group] },
      ticket_type: { _data: [adult] },
    }),
  );
  const rule = { id: event, event_template_id: event };
  const rules: AddOnOffer["rules"] = [
    {
      ...rule,
      actions: { session_annotation: "Quiet", session_message: "The lights are dimmed." },
      triggers: { dateOrSession: { time_of_day: { start: "09:00", end: "11:00" } } },
    },
    {
      ...rule,
      actions: { session_message: "The last boat leaves at 5." },
      triggers: { dateOrSession: { time_of_day: { start: "13:00" } } },
    },
    { ...rule, actions: { quantity_message: "Please bring your own cups." }, triggers: { quantity: { min: 1 } } },
  ];
  await showPage(<AddOnsForm cart={makeCart({ lines: [] })} offers={[{ ...offer, rules }]} />, { path: "/add-ons" });
  const page = () => document.body.textContent ?? "";
  expect(allByRole("radio").map(({ textContent }) => textContent?.includes("Quiet"))).toEqual([true, false]);
  expect(page()).toContain("The lights are dimmed.");
  expect(page()).not.toContain("The last boat leaves");
  expect(page()).not.toContain("your own cups");
  press(byRole("button", "More: Adult"));
  await settle();
  expect(page()).toContain("Please bring your own cups.");
});

test.each([
  [1206, [], undefined],
  [600, ["info"], undefined],
  [305, ["warning"], "Your cart is held for 5 more minutes."],
  [125, ["error"], "Your cart is held for 2 more minutes."],
  [35, ["critical"], "Your cart is held for 30 more seconds."],
])("the levels of the held visit's timer, %i seconds before the expiry: %j", async (expires_in, levels, said) => {
  setSaved({ cart_id: cartId, local_expiry: Date.now() + (expires_in - 5) * 1000 });
  await showPage(<AddOnsForm cart={makeCart({ lines: [] })} offers={[]} />, { path: "/add-ons" });
  expect(allByRole("timer").map(({ dataset }) => dataset.level)).toEqual(levels);
  if (said !== undefined) expect(document.body.textContent).toContain(said);
});

describe("an add-on that requires a code", () => {
  const reason = "The night walk is for those who know the word.";
  const no = (status: number, _code: string, _description: string, _extra: object = {}) =>
    Response.json({ _data: [{ _code, _context: "reserve", _description, _extra }] }, { status });
  const needsCode = () => no(422, "rule_blocks_reserve", reason, { block_reason: "code_required" });
  const held = () =>
    Response.json({ cart: { _data: [makeCart({ lines: [] })] }, ticket: { _data: [] }, event_template: { _data: [] } });

  /** Chooses the add-on and presses the button; the server answers each request to hold it in turn. */
  const askFor = async (...answers: readonly (() => Response)[]) => {
    const sent: (readonly string[] | undefined)[] = [];
    setFetcher(async (path, { body }) => {
      if (path.includes("/modify")) {
        const { preReservePromoCodes } = JSON.parse(body ?? "{}") as { preReservePromoCodes?: { codes: string[] } };
        sent.push(preReservePromoCodes?.codes);
        return (answers[sent.length - 1] ?? held)();
      }
      return Response.json({
        event_session: { _data: [early] },
        event_template: { _data: [template] },
        ticket_group: { _data: [group] },
        ticket_type: { _data: [adult] },
      });
    });
    const cart: Cart = makeCart({ lines: [] });
    const { history } = await showPage(<AddOnsForm cart={cart} offers={[offer]} />, { path: "/add-ons" });
    press(byRole("button", "More: Adult"));
    await settle();
    await act(async () => document.querySelector("form")?.requestSubmit());
    await settle();
    await settle();
    return { sent, history };
  };
  const dialog = () => document.querySelector<HTMLElement>("dialog:not([data-leaving])");
  const give = async (code: string) => {
    type(dialog()?.querySelector("input") as HTMLInputElement, code);
    await act(async () => dialog()?.querySelector("form")?.requestSubmit());
    await settle();
  };

  test("asks for it in a dialog, says there why it is refused, and goes on with a good one", async () => {
    const { sent, history } = await askFor(needsCode, () => no(404, "code_not_found", "This code is not valid."));
    expect(dialog()?.textContent).toContain("A code is required to continue with your order.");
    expect(dialog()?.textContent).toContain(reason);
    await give("WRONG");
    expect(dialog()?.textContent).toContain("This code is not valid. Please try another one.");
    expect(history.at(-1)).toBe("/add-ons");
    await give(" PEKAPEKA ");
    expect(sent).toEqual([undefined, ["WRONG"], ["PEKAPEKA"]]);
    expect(dialog()).toBeNull();
    expect(history.at(-1)).toBe("/checkout");
  });

  test("says that it is not in the cart if no good code is given, with the focus, and keeps the choice", async () => {
    const { history } = await askFor(needsCode, () => no(404, "code_not_found", "This code is not valid."));
    await give("WRONG");
    press(byRole("button", "Close"));
    await vi.waitFor(() => expect(document.activeElement?.textContent).toContain(`: ${reason}`), 3000);
    expect(quantity()).toBe("1");
    expect(history.at(-1)).toBe("/add-ons");
  });

  test("closes the dialog and shows a refusal that is not about the code", async () => {
    await askFor(needsCode, () => no(409, "event_session_sold_out", "The night walk is full."));
    await give("PEKAPEKA");
    expect(dialog()).toBeNull();
    expect(document.body.textContent).toContain("The night walk is full.");
  });
});
