import { act } from "react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { allByRole, byRole, press } from "@foyer/ui/test/dom.tsx";
import {
  actionsReply,
  address,
  calls,
  can,
  makeLine,
  newSession,
  orderReply,
  presentSession,
  ticketId,
} from "../../../../test/aftersale/fixtures.ts";
import { fakeApi, orderId, refusal, resetCartState, settle, showPage } from "../../../../test/cart/fixtures.tsx";
import { ManagePanel } from "../ManagePanel.tsx";

afterEach(() => {
  resetCartState();
  vi.restoreAllMocks();
});

const quote = "POST /api/ticket_order/:id/cancel_quote";
const cancel = "POST /api/ticket_order/:id/cancel";
const refunded = {
  tickets: [1, 2, 3].map((number) => ({ ticket_id: ticketId(number) })),
  value: "53.00",
  fee: "0",
  refunds: [{ means: null, amount: "53.00" }],
  refund: "53.00",
  gift_card: "0",
  bonus: "0",
};
const [present] = [makeLine()];
const type = present.types[0];
const otherVisit = makeLine({
  name: "Highlights Tour",
  event_session_id: newSession,
  types: type ? [{ ...type, count: 1, ticket_ids: [ticketId(4)] }] : [],
});
const cancelled = makeLine({ flag: "cancelled" });
const visits = (...lines: object[]) => ({ [calls.order]: () => orderReply({ lines: { [orderId]: lines } }) });
const actionsOf = (tickets: readonly object[]) => ({
  [calls.actions]: () => actionsReply({ ticket: { _data: tickets } }),
});

const page = (): string => document.body.textContent ?? "";
const open = (answers: Parameters<typeof fakeApi>[0], flags = { newer_manage: true }) => {
  const sent = fakeApi({ ...visits(cancelled), [calls.actions]: () => actionsReply(), ...answers });
  return showPage(<ManagePanel id={orderId} />, { path: address(), flags }).then(() => sent);
};
const pressButton = async (name: string): Promise<void> => {
  await act(async () => press(byRole("button", name)));
  await settle();
};
const buttonNames = (): string[] => allByRole("button").map(({ textContent }) => textContent);
const linkText = (href: string): string | undefined => document.querySelector(`a[href="${href}"]`)?.textContent;

describe("a visit that the venue has cancelled", () => {
  test("says so, and offers a refund and another time instead of cancelling and moving", async () => {
    await open({});
    expect(page()).toContain("Harbor Museum has cancelled this visit");
    expect(page()).toContain("You can have your money back, or choose another time.");
    expect(linkText(address(`/reschedule/${presentSession}`))).toBe("Choose another time");
    expect(buttonNames()).toContain("Get your money back");
    expect(buttonNames()).not.toContain("Cancel tickets");
    expect(page()).not.toContain("Change date or time");
  });

  test("refunds the money with neutral wording", async () => {
    let isDone = false;
    const sent = await open({
      [calls.order]: () => orderReply({ lines: { [orderId]: isDone ? [] : [cancelled] } }),
      [quote]: () => refunded,
      [cancel]: () => {
        isDone = true;
        return { ...orderReply({ lines: { [orderId]: [] } }), cancellation: refunded };
      },
    });
    await pressButton("Get your money back: Salt and Light");
    expect(document.activeElement?.textContent).toBe("Get your money back?");
    expect(page()).not.toContain("Keep my tickets");
    await pressButton("Get back $53.00");
    expect(sent.find(({ what }) => what === cancel)?.body).toMatchObject({ tickets: refunded.tickets });
    expect(document.activeElement?.textContent).toBe("Your refund is on its way");
    expect(page()).not.toContain("No valid tickets found");
  });

  test("keeps both offers and the focus for a buyer who goes back", async () => {
    await open({ [quote]: () => refunded });
    await pressButton("Get your money back: Salt and Light");
    await pressButton("Not now");
    expect(byRole("button", "Get your money back: Salt and Light")).toBe(document.activeElement);
  });

  test("says why the money cannot be given back, beside the offers", async () => {
    await open({
      [quote]: () => refusal(403, "access_denied", { description: "Please contact us about this order." }),
    });
    const warn = vi.spyOn(console, "error").mockImplementation(() => undefined);
    await pressButton("Get your money back: Salt and Light");
    warn.mockRestore();
    expect(page()).toContain("Please contact us about this order.");
    expect(buttonNames()).toContain("Get your money back");
  });

  test("is separate from the visits that take place", async () => {
    await open({
      ...visits(cancelled, otherVisit),
      ...actionsOf([1, 2, 3, 4].map((number) => can(number))),
    });
    expect(linkText(address(`/reschedule/${newSession}`))).toBe("Change date or time");
    await pressButton("Cancel tickets");
    expect([...document.querySelectorAll("legend")].map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining("Highlights Tour"),
    ]);
  });

  test("that cannot be moved online offers the money and says whom to contact about another time", async () => {
    await open(actionsOf([1, 2, 3].map((number) => can(number, ["cancel"]))));
    expect(page()).toContain("You can have your money back.");
    expect(page()).toContain("Please contact us to reschedule your tickets.");
    expect(linkText(address(`/reschedule/${presentSession}`))).toBeUndefined();
  });

  test("with free tickets offers another time and no money", async () => {
    await open(actionsOf([1, 2, 3].map((number) => ({ ...can(number), value: "0" }))));
    expect(page()).toContain("You can choose another time.");
    expect(buttonNames()).not.toContain("Get your money back");
  });

  test("offers nothing once the time to choose is over", async () => {
    await open(actionsOf([1, 2, 3].map((number) => ({ ...can(number, []), obstacle: "past" }))));
    expect(page()).not.toContain("has cancelled");
    expect(page()).toContain("No valid tickets found on this order.");
  });

  test("is in the order's history, once as cancelled by the venue", async () => {
    await open({
      [calls.actions]: () =>
        actionsReply({
          history: [
            {
              at: "2026-11-21T09:00:00Z",
              kind: "session_cancelled",
              tickets: 3,
              amount: "0",
              means: null,
              state: null,
              by_venue: true,
              event_name: "Salt and Light",
            },
          ],
        }),
    });
    const [event] = document.querySelectorAll('section[aria-labelledby="order-history"] li');
    expect(event?.textContent).toBe(
      "The venue cancelled this visit: Salt and LightSat,\u00a0Nov\u00a021,\u00a04:00\u00a0AM",
    );
  });
});
