import { act } from "react";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { byRole, key, press, type } from "@foyer/ui/test/dom.tsx";
import { savedStoreFor } from "../../../shared/storage/saved.ts";
import { saveUsualTickets, usualTickets } from "../../../shared/storage/usualTickets.ts";
import {
  requests,
  button,
  click,
  client,
  clearRequests,
  hasChoice,
  nextButton,
  openEventPage,
  radio,
  send,
  sendTwice,
  sentBodies,
  settle,
  sunday,
  text,
  fakeShop,
} from "../../../../test/reserve/eventPage.tsx";
import { day, event, group, id, pass, refusal, session, template } from "../../../../test/reserve/eventData.ts";
import { lazyMembersOnly } from "../form/lazyForms.ts";

test("reserves after date, time and tickets, and goes to the next page", async () => {
  await openEventPage();
  expect(hasChoice("10:00")).toBe(false);
  await click(radio(sunday));
  expect(location.search).toBe("?date=2026-11-22");
  await click(radio("10:00 AM"));
  expect(location.search).toBe(`?session=${id(40)}`);
  expect(document.activeElement?.textContent).toBe("Choose tickets");
  press(button("More: Adult"));
  press(button("More: Adult"));
  expect(text()).toContain("$43.00");
  await send();
  expect(sentBodies).toEqual([
    {
      add: [
        {
          event_template_id: event,
          event_session_id: id(40),
          ticket_types_required: [{ ticket_type_id: id(30), quantity: 2 }],
        },
      ],
      reserve: true,
      channel_id: "web",
      campaign: {},
    },
  ]);
  expect(location.pathname).toBe("/harbor/checkout");
  expect(savedStoreFor("harbor").get().cart_id).toBe(id(70));
});

test.each([
  { what: "its cover", meta: { image_cover: "whales" }, drawn: null },
  { what: "a drawn cover where it has none", meta: {}, drawn: "S" },
])("begins with $what", async ({ meta, drawn }) => {
  fakeShop.template = { ...template, meta };
  await openEventPage();
  expect(document.querySelector("[data-drawing]")?.textContent ?? null).toBe(drawn);
});

test("sets the local expiry of the cart five seconds before the server's", async () => {
  await openEventPage(`session=${id(40)}&quantity=Adult:1`);
  const before = Date.now();
  await send();
  const left = (savedStoreFor("harbor").get().local_expiry ?? 0) - before;
  expect(left).toBeGreaterThanOrEqual(895_000);
  expect(left).toBeLessThan(896_000);
});

test("shows what is missing, in order, and focuses it", async () => {
  await openEventPage();
  // The calendar is a separate chunk, which may take a moment to load.
  await vi.waitFor(() => radio(sunday));
  await sendTwice();
  expect(text()).toContain("Please select a date to continue.");
  await vi.waitFor(() => expect(document.activeElement?.getAttribute("role")).toBe("radio"));
  await click(radio(sunday));
  await sendTwice();
  expect(text()).toContain("Please select a session to continue.");
  await click(radio("10:00 AM"));
  await sendTwice();
  expect(text()).toContain("Please select at least one ticket to continue.");
  expect(document.activeElement?.getAttribute("role")).toBe("spinbutton");
  expect(sentBodies).toEqual([]);
});

test("the bar names the next step and goes to it without showing errors", async () => {
  await openEventPage();
  expect(nextButton().textContent).toBe("Choose a date");
  await send();
  expect(document.activeElement?.id).toBe("reserve-date");
  expect(document.querySelector("[data-led]")?.contains(document.activeElement)).toBe(true);
  expect(text()).not.toContain("Please");
  await click(radio(sunday));
  expect(nextButton().textContent).toBe("Choose a time");
  await click(radio("10:00 AM"));
  expect(nextButton().textContent).toBe("Choose tickets");
  await send();
  expect(document.activeElement?.id).toBe("reserve-tickets");
  press(button("More: Adult"));
  expect(nextButton().textContent).toBe("Reserve");
});

test("the bar says that fees come on top, until a total includes them", async () => {
  await openEventPage();
  const bar = () => nextButton().closest("[data-bottom-bar]")?.textContent;
  expect(bar()).toContain("plus fees");
  await click(radio(sunday));
  await click(radio("10:00 AM"));
  expect(bar()).toContain("plus fees");
  press(button("More: Adult"));
  expect(bar()).toContain("including $1.50 in fees");
  expect(bar()).not.toContain("plus fees");
});

test("the bar's price is that of the chosen day, and then of the chosen time", async () => {
  fakeShop.days = [
    { ...day("2026-11-21"), min_price: "10" },
    { ...day("2026-11-22"), min_price: "15" },
  ];
  fakeShop.sessions = [session(40, "10:00", { min_price: "18" }), session(41, "14:00", { min_price: "15" })];
  await openEventPage();
  const bar = () => nextButton().closest("[data-bottom-bar]")?.textContent;
  expect(bar()).toContain("from $10");
  await click(radio(sunday));
  expect(bar()).toContain("$15");
  await click(radio("10:00 AM"));
  expect(bar()).toContain("$18");
});

test("Change shows the dates again and resets the later steps", async () => {
  await openEventPage();
  await click(radio(sunday));
  await click(radio("10:00 AM"));
  press(button("More: Adult"));
  await click(button("Change date"));
  expect(hasChoice(sunday)).toBe(true);
  expect(text()).not.toContain("Choose tickets");
  expect(text()).not.toContain("$21.50");
  expect(nextButton().textContent).toBe("Choose a date");
  expect(location.search).toBe("");
});

test("the browser's Back returns from the time to the date", async () => {
  await openEventPage();
  await click(radio(sunday));
  await click(radio("10:00 AM"));
  await act(async () => history.replaceState(null, "", `/harbor/events/${event}?date=2026-11-22`));
  await settle();
  expect(hasChoice("10:00 AM")).toBe(true);
  expect(text()).not.toContain("Choose tickets");
});

test("skips steps without a choice", async () => {
  fakeShop.days = [day("2026-11-22"), day("2026-11-23", "sold_out")];
  fakeShop.sessions = [session(40, "10:00", { sold_out: true, left: 0 }), session(41, "14:00")];
  await openEventPage();
  expect(text()).toContain("Sunday, November 22");
  expect(text()).toContain("2:00 PM");
  expect(text()).toContain("Choose tickets");
  expect(document.querySelector('[aria-label^="Change"]')).toBeNull();
});

test("shows no time for a day with a single all-day session", async () => {
  fakeShop.sessions = [session(40, "10:00", { end_datetime: "2026-11-22T18:00:00Z" })];
  await openEventPage("date=2026-11-22");
  expect(text()).toContain("All day");
});

test("a link with a session and quantities only needs the button", async () => {
  await openEventPage(`session=${id(41)}&quantity=adult:2`);
  expect(text()).toContain("2:00 PM");
  expect(text()).toContain("$43.00");
});

describe("tickets that are remembered from an earlier visit", () => {
  const [adultType, goneType] = [id(30), id(99)];
  const remembered = () => usualTickets("harbor", event).map(({ ticket_type_id }) => ticket_type_id);

  test("tickets that are remembered from an earlier visit are forgotten if the event no longer sells them, without a message", async () => {
    saveUsualTickets("harbor", event, [
      { ticket_type_id: goneType, count: 1 },
      { ticket_type_id: adultType, count: 2 },
    ]);
    await openEventPage(`session=next&quantity=${goneType}:1,${adultType}:2`);
    expect(text()).toContain("$43.00");
    expect(text()).not.toContain("Sorry, the selected ticket type(s) are not available.");
    expect(remembered()).toEqual([adultType]);
  });

  test("tickets that are remembered from an earlier visit stay remembered where a link shows only some of the event's groups", async () => {
    saveUsualTickets("harbor", event, [{ ticket_type_id: goneType, count: 1 }]);
    await openEventPage(`session=${id(40)}&tg=${id(20)}`);
    expect(remembered()).toEqual([goneType]);
  });
});

describe("a link that also reserves", () => {
  const whole = `session=${id(41)}&quantity=adult:2`;
  const soldOut = () => ({ status: 409, body: refusal("ticket_group_sold_out", "reserve", "General is sold out.") });
  const words = () => document.body.textContent ?? "";
  const hasForm = () => document.querySelector("form") !== null;

  test.each(["true", "warn", "strict"])("%s reserves once, immediately", async (mode) => {
    await openEventPage(`${whole}&reserve=${mode}`);
    expect(sentBodies).toMatchObject([
      {
        add: [{ event_session_id: id(41), ticket_types_required: [{ ticket_type_id: id(30), quantity: 2 }] }],
        reserve: true,
      },
    ]);
    expect(location.search).not.toContain("reserve=");
  });

  test("false only selects", async () => {
    await openEventPage(`${whole}&reserve=no`);
    expect(sentBodies).toEqual([]);
  });

  test.each([
    ["true", "", true],
    ["warn", "General is sold out.", true],
    ["strict", "General is sold out.", false],
  ])("%s, when the tickets are sold out", async (mode, message, form) => {
    fakeShop.reserve = soldOut;
    await openEventPage(`${whole}&reserve=${mode}`);
    expect(sentBodies).toHaveLength(1);
    expect(words().includes("General is sold out.")).toBe(message !== "");
    expect(hasForm()).toBe(form);
  });

  test("shows the result when the visitor then submits the form", async () => {
    fakeShop.reserve = soldOut;
    await openEventPage(`${whole}&reserve=true`);
    await send();
    expect(words()).toContain("General is sold out.");
  });

  test.each([
    ["true", false, true],
    ["warn", true, true],
    ["strict", true, false],
  ])("%s, for unknown ticket types", async (mode, isShown, form) => {
    await openEventPage(`session=${id(41)}&quantity=Nobody:2&reserve=${mode}`);
    expect(sentBodies).toEqual([]);
    expect(words().includes("Sorry, the selected ticket type(s) are not available.")).toBe(isShown);
    expect(hasForm()).toBe(form);
  });

  test("strict, for a date that is not available", async () => {
    await openEventPage("date=2026-11-23&quantity=Adult:1&reserve=strict");
    expect(words()).toContain("Sorry, tickets are not available on the date of your visit.");
    expect(hasForm()).toBe(false);
  });

  test.each([
    ["true", false, true],
    ["warn", true, true],
    ["strict", true, false],
  ])("%s never reserves fewer tickets than it names", async (mode, isShown, form) => {
    await openEventPage(`session=${id(41)}&quantity=Adult:9&reserve=${mode}`);
    expect(sentBodies).toEqual([]);
    expect(words().includes("Sorry, that many tickets are not available.")).toBe(isShown);
    expect(hasForm()).toBe(form);
  });

  test("warn no longer mentions the number of its tickets once the visitor has chosen another", async () => {
    await openEventPage(`session=${id(41)}&quantity=Adult:9&reserve=warn`);
    await click(button("Fewer: Adult"));
    expect(words()).not.toContain("Sorry, that many tickets are not available.");
    await send();
    expect(sentBodies).toMatchObject([{ add: [{ ticket_types_required: [{ quantity: 2 }] }] }]);
  });

  test("warn says what is not chosen yet", async () => {
    await openEventPage("date=2026-11-22&reserve=warn");
    expect(sentBodies).toEqual([]);
    expect(words()).toContain("Please select a session to continue.");
  });
});

test("warn says that a link has both a date and a session", async () => {
  await openEventPage(`session=${id(41)}&date=2026-11-22&reserve=warn`);
  expect(text()).toContain("The link cannot contain both a date and a session.");
  expect(hasChoice(sunday)).toBe(true);
});

test.each([
  ["today", "2026-11-22"],
  ["tomorrow", "2026-11-21"],
])("a link may say %s", async (date, today) => {
  await openEventPage(`date=${date}`, { now: `${today}T20:00:00Z` });
  expect(text()).toContain("Sunday, November 22");
  expect(text()).toContain("Choose a time");
});

test.each([
  ["without sessions", "2026-11-23"],
  ["in another notation", "23/11/2026"],
  ["that is none", "nonsense"],
])("shows a message for a linked date %s", async (_, date) => {
  await openEventPage(`date=${date}`);
  expect(text()).toContain("Sorry, tickets are not available on the date of your visit.");
  expect(hasChoice(sunday)).toBe(true);
});

test("flexible passes need no date, and choosing a date resets them", async () => {
  fakeShop.groups = [group, pass];
  await openEventPage();
  await click(button("Any date, flexible tickets"));
  expect(text()).toContain("Any date");
  press(button("More: Pass"));
  expect(text()).toContain("$20.00");
  await click(button("Change date"));
  await click(radio(sunday));
  expect(text()).not.toContain("$20.00");
});

test("a flexible price stays within its limits", async () => {
  await openEventPage(`session=${id(40)}`);
  press(button("More: Patron"));
  const amount = document.querySelector<HTMLInputElement>("input[data-money]") as HTMLInputElement;
  type(amount, "4.99");
  await send();
  expect(text()).toContain("Value entered is outside min/max");
  expect(document.activeElement).toBe(amount);
  type(amount, "25");
  await send();
  expect(sentBodies).toMatchObject([
    { add: [{ ticket_types_required: [{ ticket_type_id: id(31), quantity: 1, face_value: "25.00" }] }] },
  ]);
});

test("a flexible price is read as people type it, also when Enter sends it", async () => {
  await openEventPage(`session=${id(40)}`);
  press(button("More: Patron"));
  const amount = document.querySelector<HTMLInputElement>("input[data-money]") as HTMLInputElement;
  type(amount, "$50");
  key("Enter", amount);
  await send();
  expect(sentBodies).toMatchObject([
    { add: [{ ticket_types_required: [{ ticket_type_id: id(31), quantity: 1, face_value: "50.00" }] }] },
  ]);
});

test("a flexible price begins with what the seller suggests, in a field that opens with the first ticket", async () => {
  await openEventPage(`session=${id(40)}`);
  const amount = () => document.querySelector<HTMLInputElement>("input[data-money]");
  expect(amount()).toBeNull();
  expect(text()).toContain("You choose what to pay. We suggest $20.");
  press(button("More: Patron"));
  expect(amount()?.value).toBe("20");
  await send();
  expect(sentBodies).toMatchObject([
    { add: [{ ticket_types_required: [{ ticket_type_id: id(31), quantity: 1, face_value: "20.00" }] }] },
  ]);
});

test("a group's minimum is shown beside it and checked before the tickets are reserved", async () => {
  fakeShop.groups = [{ ...group, min_tickets_per_order: 3 }];
  await openEventPage(`session=${id(40)}`);
  expect(text()).toContain("At least 3 of these in total");
  press(button("More: Adult"));
  await sendTwice();
  expect(text()).toContain("General: please choose at least 3 tickets in total.");
  expect(sentBodies).toEqual([]);
});

test("limits quantities to the maximum of an order", async () => {
  await openEventPage(`session=${id(40)}&quantity=Adult:9`);
  expect(byRole("spinbutton", "Adult").getAttribute("aria-valuenow")).toBe("3");
  expect(button("More: Patron").getAttribute("aria-disabled")).toBe("true");
  expect(text()).toContain("At most 3 per order");
});

test("offers another session when the chosen one has just sold out", async () => {
  await openEventPage(`session=${id(40)}&quantity=Adult:1`);
  fakeShop.reserve = () => {
    fakeShop.sessions = [session(40, "10:00", { sold_out: true, left: 0 }), session(41, "14:00"), session(42, "16:00")];
    return { status: 409, body: refusal("event_session_sold_out", "reserve", "") };
  };
  await send();
  expect(text()).toContain(
    "Tickets have sold out for the session at 10:00 AM. Please select another session and try again.",
  );
  expect(hasChoice("2:00 PM")).toBe(true);
  // A reload starts without the session that is gone.
  expect(location.search).toBe("?quantity=Adult%3A1&date=2026-11-22");
});

describe("what the seller takes off sale while the page is open", () => {
  const refuse = (code: string, description: string, change: () => void) => () => {
    change();
    return { status: 409, body: refusal(code, "reserve", description) };
  };
  const links = () => [...document.querySelectorAll("form a")].map(({ textContent }) => textContent);

  test.each([
    ["event_session_not_on_sale", "Sorry, tickets are not available at the selected time."],
    ["event_session_not_found", "Sorry, the selected time is not found."],
  ])("a session goes from the times, with the reason said once: %s", async (code, reason) => {
    fakeShop.sessions = [session(40, "10:00"), session(41, "14:00"), session(42, "16:00")];
    await openEventPage();
    await click(radio(sunday));
    await click(radio("10:00 AM"));
    press(button("More: Adult"));
    fakeShop.reserve = refuse(code, reason, () => {
      fakeShop.sessions = [session(41, "14:00"), session(42, "16:00")];
    });
    await send();
    expect(text().split(reason)).toHaveLength(2);
    expect([hasChoice("10:00 AM"), hasChoice("2:00 PM")]).toEqual([false, true]);
    expect(links()).not.toContain("Continue");
  });

  test("a ticket type goes from the tickets", async () => {
    fakeShop.groups = [{ ...group, summary: "For everybody." }];
    await openEventPage(`session=${id(40)}&quantity=Adult:1`);
    expect(text()).toContain("For everybody.");
    fakeShop.reserve = refuse(
      "ticket_type_not_available",
      "Sorry, the selected ticket type(s) are not available.",
      () => {
        fakeShop.groups = [{ ...group, summary: "Only patrons are left." }];
      },
    );
    await send();
    expect(text()).toContain("Sorry, the selected ticket type(s) are not available.");
    expect(text()).toContain("Only patrons are left.");
    expect(links()).not.toContain("Continue");
  });
});

test("bypasses every cache after a refusal and preselects nothing", async () => {
  await openEventPage(`session=${id(40)}&quantity=Adult:1`);
  fakeShop.reserve = () => {
    // A focus event refetches: an outdated cached answer is in flight.
    void client.refetchQueries({ queryKey: ["event", event, "sessions"] });
    fakeShop.sessions = [session(40, "10:00", { sold_out: true, left: 0 }), session(41, "14:00")];
    return { status: 409, body: refusal("event_session_sold_out", "reserve", "") };
  };
  clearRequests();
  await send();
  const after = requests.slice(requests.findIndex((one) => one.startsWith("GET /api/")));
  expect(after.filter((one) => one.includes("/cached_api/"))).toEqual([]);
  expect(after.map((one) => one.split("?")[0])).toEqual(
    expect.arrayContaining(["sessions", "calendar", ""].map((part) => `GET /api/events/${event}${part && `/${part}`}`)),
  );
  expect(radio("10:00 AM").getAttribute("aria-disabled")).toBe("true");
  expect(hasChoice("2:00 PM")).toBe(true);
  expect(text()).not.toContain("Choose tickets");
});

test("offers another date when the chosen one has just sold out", async () => {
  await openEventPage(`session=${id(40)}&quantity=Adult:1`);
  fakeShop.reserve = () => {
    fakeShop.sessions = [session(40, "10:00", { sold_out: true, left: 0 })];
    fakeShop.days = [day("2026-11-20"), day("2026-11-21"), day("2026-11-22", "sold_out")];
    return { status: 409, body: refusal("event_session_sold_out", "reserve", "") };
  };
  await send();
  expect(text()).toContain(
    "Tickets have sold out for Sunday, November 22, 2026. Please select another date and try again.",
  );
  expect(hasChoice("Saturday, November 21")).toBe(true);
  expect(location.search).toBe("?quantity=Adult%3A1");
});

test.each([
  [
    "an expected refusal",
    422,
    refusal("max_tickets_per_order_exceeded", "reserve", "General: you can buy at most 3 in one order."),
    "General: you can buy at most 3 in one order.",
    false,
  ],
  [
    "the limit of a membership",
    422,
    refusal("member_limit_exceeded", "reserve", "Your membership does not allow this many tickets."),
    "Your membership does not allow this many tickets.",
    false,
  ],
  [
    "a used-up code",
    409,
    refusal("code_exhausted", "reserve", "This code has already been used."),
    "This code has already been used.",
    false,
  ],
  ["anything else", 500, {}, "Sorry! Something unexpected happened. Please try again.", true],
])("shows %s in the form", async (_, status, body, sentence, hasContinueLink) => {
  await openEventPage(`session=${id(40)}&quantity=Adult:1`);
  fakeShop.reserve = () => ({ status, body });
  // A refusal without a known code is logged.
  const logged = vi.spyOn(console, "info").mockImplementation(() => undefined);
  onTestFinished(() => logged.mockRestore());
  await send();
  expect(text()).toContain(sentence);
  expect([...document.querySelectorAll("form a")].some((link) => link.textContent === "Continue")).toBe(
    hasContinueLink,
  );
});

test("with a cart, bypasses the caches and adds to it", async () => {
  savedStoreFor("harbor").change({ cart_id: id(70), local_expiry: Date.now() + 60_000 });
  await openEventPage(`session=${id(40)}&quantity=Adult:1`);
  expect(requests.filter((one) => one.includes("/cached_api/"))).toEqual([]);
  await send();
  expect(requests.at(-1) ?? "").toContain("GET");
  expect(requests.some((one) => one.startsWith(`POST /api/my/cart/${id(70)}/modify`))).toBe(true);
});

test("an unknown event redirects to the 404 route", async () => {
  await openEventPage("", { eventId: id(999) });
  expect(location.pathname).toBe("/harbor/404");
});

test("an event for members shows a notice", async () => {
  await lazyMembersOnly.load();
  fakeShop.template = { ...template, hidden_type: "public_member_only" };
  fakeShop.groups = [];
  await openEventPage();
  await vi.waitFor(() => expect(document.body.textContent).toContain("Members only"));
  expect(document.querySelector(`a[href="/harbor/events/${event}?login=true"]`)).not.toBeNull();
});

test("an event without tickets shows a notice with a link back", async () => {
  fakeShop.groups = [];
  await openEventPage();
  expect(document.body.textContent).toContain("Sorry, tickets are not available for this event.");
  expect(document.querySelector('a[href="/harbor/events?all=true"]')).not.toBeNull();
});

test("an event without dates leads to all events, with no button to reserve", async () => {
  fakeShop.days = [];
  await openEventPage();
  expect(document.body.textContent).toContain("Sorry, tickets are not available for this event.");
  expect(document.querySelector('a[href="/harbor/events?all=true"]')).not.toBeNull();
  expect([...document.querySelectorAll("button")].map(({ textContent }) => textContent)).not.toContain("Reserve");
});
