import { act } from "react";
import { afterEach, expect, test } from "vitest";
import type { Cart } from "@foyer/contract/shop/cart.ts";
import type { EventTemplate, TicketGroup, TicketType } from "@foyer/contract/shop/catalog.ts";
import type { EventSession } from "@foyer/contract/shop/sessions.ts";
import { allByRole, byRole, press } from "@foyer/ui/test/dom.tsx";
import { setFetcher } from "../../../api/call.ts";
import { makeCart, resetCartState, settle, showPage } from "../../../../test/cart/fixtures.tsx";
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
