import { act } from "react";
import { afterEach, expect, test } from "vitest";
import type { Cart } from "@foyer/contract/shop/cart.ts";
import type { EventTemplate, TicketGroup, TicketType } from "@foyer/contract/shop/catalog.ts";
import type { EventSession } from "@foyer/contract/shop/sessions.ts";
import { allByRole, byRole, press } from "@foyer/ui/test/dom.tsx";
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
