import { act } from "react";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { choose, leaveOut, page } from "../../../../test/aftersale/chooseTime.ts";
import {
  actionsReply,
  calls,
  can,
  child,
  eventAnswers,
  makeLine,
  makeTicket,
  orderReply,
  presentSession,
  ticketId,
} from "../../../../test/aftersale/fixtures.ts";
import { openReschedule } from "../../../../test/aftersale/openReschedule.tsx";
import { orderId, resetCartState, settle } from "../../../../test/cart/fixtures.tsx";
import { adult, group, session, template } from "../../../../test/reserve/eventData.ts";
import { lazyTicketSteps } from "../../reserve/form/lazyTicketSteps.ts";

beforeAll(() => lazyTicketSteps.load());
afterEach(() => {
  resetCartState();
  vi.restoreAllMocks();
});

const eventPage = "GET /cached_api/events/:id" as const;
const withRules = (...rules: readonly object[]) => ({
  [eventPage]: () => ({ ...eventAnswers[eventPage](), message_rule: { _data: rules } }),
});
/** An order that may be moved and exchanged: at first its time is kept. */
const exchangeable = {
  [calls.actions]: () =>
    actionsReply({ ticket: { _data: [1, 2, 3].map((number) => can(number, ["reschedule", "exchange"])) } }),
  "GET /cached_api/events/:id/sessions/:id": () => ({
    event_session: { _data: [session(50, "10:00")] },
    event_template: { _data: [template] },
    ticket_group: { _data: [group] },
    ticket_type: { _data: [adult, child] },
  }),
};
const exchange = async (index: number, type: { readonly id: string }): Promise<void> => {
  const select = document.querySelectorAll("select")[index];
  if (!select) throw new Error("no such select");
  await act(async () => {
    select.value = type.id;
    select.dispatchEvent(new Event("change", { bubbles: true }));
  });
  await settle();
};

describe("messages that depend on the number of tickets", () => {
  test("show for the tickets that are moved, and not for those that stay", async () => {
    const ofTwo = { triggers: { quantity: { ticket_type_names: ["adult"], min: 2 } } };
    await openReschedule(
      withRules(
        { ...ofTwo, actions: { quantity_message: "Two adults share a guide." } },
        { ...ofTwo, actions: { date_annotation: "Quiet day", date_message: "A quiet day for two." } },
        { ...ofTwo, actions: { session_annotation: "Guided", session_message: "Meet at the gate." } },
      ),
    );
    expect(page()).toContain("Two adults share a guide.");
    expect(page()).toContain("Quiet day");
    await choose(/23/);
    expect(page()).toContain("A quiet day for two.");
    await choose(/11:00.*Guided/);
    expect(page()).toContain("Meet at the gate.");
    await leaveOut(0);
    for (const text of ["Two adults share a guide.", "A quiet day for two.", "Meet at the gate."])
      expect(page()).not.toContain(text);
  });

  test("wait for the day and the time that they name", async () => {
    const quantity = { min: 1 };
    await openReschedule(
      withRules({
        actions: { quantity_message: "Bring a torch." },
        triggers: { quantity, dateOrSession: { time_of_day: { start: "11:00", end: "11:30" } } },
      }),
    );
    expect(page()).not.toContain("Bring a torch.");
    await choose(/23/);
    await choose(/11:00/);
    expect(page()).toContain("Bring a torch.");
  });

  test("count the types after an exchange at the kept time, together with the tickets that stay as they are", async () => {
    await openReschedule({
      ...withRules({
        actions: { quantity_message: "Two children need a second adult." },
        triggers: {
          quantity: { ticket_type_ids: [child.id], min: 2 },
          dateOrSession: { dateInterval: { end: "2026-11-22" } },
        },
      }),
      ...exchangeable,
    });
    expect(page()).not.toContain("Two children need a second adult.");
    await exchange(1, child);
    expect(page()).toContain("Two children need a second adult.");
    await exchange(1, adult);
    expect(page()).not.toContain("Two children need a second adult.");
  });

  test("know the group of the tickets by its name", async () => {
    await openReschedule(
      withRules({
        actions: { quantity_message: "The whole party." },
        triggers: { quantity: { ticket_group_names: [group.name], min: 3, max: 3 } },
      }),
    );
    expect(page()).toContain("The whole party.");
    await leaveOut(2);
    expect(page()).not.toContain("The whole party.");
  });
});

describe("tickets of one name", () => {
  const unnamed = {
    [calls.order]: () =>
      orderReply({
        ticket: { _data: [1, 2, 3].map((number) => makeTicket(number, { admit_name: null })) },
        lines: { [orderId]: [makeLine({ event_session_id: presentSession })] },
        door_ticket: {
          _data: [1, 2, 3].map((number) => ({
            id: ticketId(number),
            admit_name: null,
            scan_code: `${number}4B89FFF-secret`,
          })),
        },
      }),
  };

  test("are told apart by the numbers under their codes where they are moved", async () => {
    await openReschedule(unnamed);
    expect(page()).toMatch(/Adult, Ticket 14B8\s9FFF\$21\.50Adult, Ticket 24B8\s9FFF\$21\.50Child\$10\.00/);
  });

  test("are told apart where they are exchanged, also by the names of the lists of types", async () => {
    await openReschedule({ ...unnamed, ...exchangeable });
    expect(page()).toMatch(/Adult, Ticket 14B8\s9FFF/);
    expect([...document.querySelectorAll("select")].map((select) => select.getAttribute("aria-label"))).toEqual([
      expect.stringMatching(/: Adult, Ticket 14B8\s9FFF$/),
      expect.stringMatching(/: Adult, Ticket 24B8\s9FFF$/),
      expect.stringMatching(/: Child$/),
    ]);
  });

  test("are told apart by their recipients where they were sent on", async () => {
    await openReschedule({
      [calls.order]: () =>
        orderReply({
          ...unnamed[calls.order](),
          door_ticket: { _data: [] },
          sent_ticket: {
            _data: [1, 2].map((number) => ({ id: ticketId(number), sent_to: `${number}…@example.org` })),
          },
        }),
    });
    expect(page()).toContain("Adult, sent to 1…@example.org");
    expect(page()).toContain("Adult, sent to 2…@example.org");
  });
});
