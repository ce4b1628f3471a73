import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { allByRole } from "@foyer/ui/test/dom.tsx";
import { boxes, choose, chooseNewTime, leaveOut, page, submit } from "../../../../test/aftersale/chooseTime.ts";
import {
  actionsReply,
  address,
  calls,
  can,
  eventAnswers,
  makeLine,
  newSession,
  orderReply,
} from "../../../../test/aftersale/fixtures.ts";
import { openReschedule } from "../../../../test/aftersale/openReschedule.tsx";
import { orderId, refusal, resetCartState } from "../../../../test/cart/fixtures.tsx";
import { adult, day } from "../../../../test/reserve/eventData.ts";
import { setLoginCookie } from "../../../../test/login/fixtures.tsx";
import { lazyTicketSteps } from "../../reserve/form/lazyTicketSteps.ts";

beforeAll(() => lazyTicketSteps.load());
afterEach(() => {
  setLoginCookie("none");
  resetCartState();
  vi.restoreAllMocks();
});

describe("choosing a time", () => {
  test("shows the tickets with their names, all of them moving, and the days with the difference in money", async () => {
    await openReschedule();
    expect(document.querySelector("h1")?.textContent).toBe("Change date or time");
    expect(page()).toContain("Adult, Ada Byron$21.50Adult$21.50Child$10.00");
    expect(boxes().map(({ checked }) => checked)).toEqual([true, true, true]);
    const days = allByRole("radio").map(({ textContent }) => textContent);
    expect(days[0]).toContain("No extra cost");
    expect(days[0]).toContain("Your current date");
    expect(days[1]).toContain("from +$5.00");
    expect(days[2]).toContain("Sold out");
    expect(days[3]).toContain("Not for all tickets");
  });

  test("does not offer the all-day session that the tickets are for", async () => {
    const days = ["2026-11-22", "2026-11-23", "2026-11-25"].map((date) => ({ ...day(date), sessions: 1 }));
    await openReschedule({
      [calls.order]: () => orderReply({ lines: { [orderId]: [makeLine({ all_day: true, local_day: "2026-11-23" })] } }),
      "GET /cached_api/events/:id/calendar": () => ({ calendar: { _data: days } }),
    });
    const [other, present] = allByRole("radio");
    expect(present?.textContent).toContain("Your current date");
    expect(present?.textContent).not.toContain("No extra cost");
    expect([present, other].map((one) => one?.getAttribute("aria-disabled"))).toEqual(["true", null]);
  });

  test("shows times with the difference, and neither the present one nor a full one can be chosen", async () => {
    await openReschedule();
    await choose(/23/);
    const times = allByRole("radio").map((one) => [one.textContent, one.getAttribute("aria-disabled")]);
    expect(times).toEqual([
      [expect.stringContaining("Your current time"), "true"],
      [expect.stringContaining("+$5.00"), null],
      [expect.stringContaining("Not for all tickets"), null],
      [expect.stringContaining("Sold out"), "true"],
    ]);
    await choose(/11:00/);
    expect(page()).toContain("Difference+$5.00Including the Harbor Museum change fee of $3.00");
  });

  test("preselects the only time of a day", async () => {
    const onlyOf = (reply: { event_session: { _data: readonly { id: string }[] } }) => ({
      ...reply,
      event_session: { _data: reply.event_session._data.filter(({ id }) => id === newSession) },
    });
    const [cached, priced] = ["GET /cached_api/events/:id/sessions", "POST /api/events/:id/sessions"] as const;
    await openReschedule({
      [cached]: () => onlyOf(eventAnswers[cached]()),
      [priced]: () => onlyOf(eventAnswers[priced]()),
    });
    await choose(/23/);
    expect(page()).toContain("Difference+$5.00");
    expect(allByRole("radio").filter(({ textContent }) => textContent?.includes("11:00"))).toEqual([]);
  });

  test("asks for prices again without the tickets that stay", async () => {
    const { sent } = await openReschedule();
    await leaveOut(2);
    expect(sent.filter(({ what }) => what === "POST /api/events/:id/calendar").at(-1)?.body).toEqual({
      ticket_types_required: [{ ticket_type_id: adult.id, quantity: 2 }],
    });
  });

  test("names a type that is not sold at the new time", async () => {
    const { sent } = await openReschedule();
    await choose(/23/);
    await choose(/12:00/);
    expect(page()).toContain("Not available at this time: Child. Leave them out above, or choose another time.");
    await submit();
    expect(sent.map(({ what }) => what)).not.toContain(calls.openLinked);
    expect(page()).not.toContain("Difference");
  });

  test("shows the seller's message about the chosen time", async () => {
    const eventPage = "GET /cached_api/events/:id" as const;
    const rule = {
      actions: { session_message: "The lift is out of order.", session_annotation: "Quiet" },
      triggers: { dateOrSession: { time_of_day: { start: "11:00", end: "11:30" } } },
    };
    await openReschedule({
      [eventPage]: () => ({ ...eventAnswers[eventPage](), message_rule: { _data: [rule] } }),
    });
    await choose(/23/);
    expect(page()).not.toContain("The lift is out of order.");
    await choose(/11:00.*Quiet/);
    expect(page()).toContain("The lift is out of order.");
  });

  test("shows times without prices if the tickets have none any more", async () => {
    await openReschedule({
      "POST /api/events/:id/calendar": () => refusal(422, "validation_failed"),
      "POST /api/events/:id/sessions": () => refusal(422, "validation_failed"),
    });
    await chooseNewTime();
    expect(page()).toContain("You will see the price in the next step.");
  });
});

describe("tickets that cannot be moved", () => {
  test("are left out, and without any the venue has to be contacted", async () => {
    await openReschedule({
      [calls.actions]: () => actionsReply({ ticket: { _data: [can(1), can(2, ["cancel"]), can(3, [])] } }),
    });
    expect(boxes()).toHaveLength(1);
  });

  test("lead back to the order", async () => {
    await openReschedule({ [calls.actions]: () => actionsReply({ ticket: { _data: [can(1, [])] } }) });
    expect(page()).toContain("Please contact us to reschedule your tickets.");
    expect(document.querySelector("a.button, main a, a")?.getAttribute("href")).toContain(address());
  });

  test("of somebody else's order lead a member to the order, which asks them to log out", async () => {
    setLoginCookie("full");
    const { history } = await openReschedule();
    expect(history.at(-1)).toBe(address());
  });
});
