import { QueryClientProvider, type QueryClient } from "@tanstack/react-query";
import { act, type ReactNode } from "react";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Router } from "wouter";
import type { BootData } from "@foyer/contract/boot.ts";
import type { Seat } from "@foyer/contract/shop/seating.ts";
import { Announcer } from "@foyer/ui/feedback/Announcer.tsx";
import { ModalStack } from "@foyer/ui/overlay/ModalStack.tsx";
import { allByRole, byRole, focus, key, press, show } from "@foyer/ui/test/dom.tsx";
import { setFetcher } from "../../../api/call.ts";
import { createQueryClient } from "../../../shared/queries/queryClient.ts";
import { forgetUsualTickets, saveUsualTickets } from "../../../shared/storage/usualTickets.ts";
import { savedStoreFor } from "../../../shared/storage/saved.ts";
import { BootProvider } from "../../../shared/seller/seller.tsx";
import { EventPage } from "../event/EventPage.tsx";
import { OrderPanel } from "../panel/OrderPanel.tsx";
import { nextButton } from "../../../../test/reserve/eventPage.tsx";
import {
  adult as anyType,
  cart,
  day as dayOf,
  event,
  group as anyGroup,
  id,
  session,
  template as anyEvent,
} from "../../../../test/reserve/eventData.ts";
import { seatsFromRows, seatId, seatMap } from "../../../../test/reserve/seats.ts";

// Loaded in advance: the page loads it on demand.
beforeAll(() => Promise.all([import("./SeatSummary.tsx"), import("./refreshSeats.ts")]));

const template = { ...anyEvent, name: "Symphony Night" };
const stalls = { ...anyGroup, name: "Stalls", handler: "seated", max_tickets_per_order: 8, color: "#7d2ae8" };
const balcony = { ...stalls, id: id(21), name: "Balcony", color: null, _rank: 1 };
const adult = { ...anyType, currency_amount: "89", discounted_amount: "89", outside_fees: [] };
const child = { ...adult, id: id(31), name: "Child", discounted_amount: "40", _rank: 1 };
const upstairs = { ...adult, id: id(32), ticket_group_id: balcony.id, name: "Upstairs", discounted_amount: "25" };
const floor = { ...anyGroup, id: id(22), name: "Floor", handler: "tickets", _rank: 2 };
const standing = { ...adult, id: id(33), ticket_group_id: floor.id, name: "Standing" };
const day = dayOf("2026-11-22");
const boot: BootData = {
  seller: {
    id: id(9),
    slug: "opal",
    name: "Opal",
    default_currency_code: "USD",
    locale: "en-US",
    timezone: "America/New_York",
    meta: {},
    theme: {},
    strings: {},
    web: {},
    configuration: {},
  },
  base: "/opal",
  flags: {},
  environment: "production",
  now: "2026-11-21T12:00:00Z",
  origin: "http://localhost",
  shown: { route: "event", path: `/events/${event}`, search: "" },
};

let client: QueryClient;
let hall: Seat[];
let hasStanding: boolean;
let reserved: () => { status: number; body: unknown };
let requests: string[];
let sent: { add: { ticket_types_required: unknown }[] }[];

const groups = { stalls: stalls.id, balcony: balcony.id };
beforeEach(() => {
  savedStoreFor("opal").change({ cart_id: null, local_expiry: null });
  forgetUsualTickets("opal");
  client = createQueryClient();
  hall = seatsFromRows(["sssss", "ssxss", "bbb"], groups);
  hasStanding = false;
  reserved = () => ({ status: 200, body: { cart: { _data: [cart] }, ticket: { _data: [] } } });
  requests = [];
  sent = [];
  history.replaceState(null, "", `/opal/events/${event}`);
  setFetcher(async (path, init) => {
    requests.push(path);
    if (init.body) sent.push(JSON.parse(init.body) as (typeof sent)[number]);
    const { status, body } = answer(path.split("?")[0] ?? "", init.method);
    return new Response(JSON.stringify(body), { status });
  });
});
const answer = (path: string, method: string): { status: number; body: unknown } => {
  const ok = (body: unknown) => ({ status: 200, body });
  const sold = {
    ticket_group: { _data: [stalls, balcony, ...(hasStanding ? [floor] : [])] },
    ticket_type: { _data: [adult, child, upstairs, ...(hasStanding ? [standing] : [])] },
  };
  const sessions = [session(40, "10:00"), session(41, "14:00")];
  if (method === "POST") return reserved();
  if (path.includes("/my/cart")) return ok({ cart: { _data: [cart] }, ticket: { _data: [] } });
  if (path.endsWith("/calendar")) return ok({ calendar: { _data: [day] } });
  if (path.endsWith("/sessions")) return ok({ event_session: { _data: sessions } });
  if (path.endsWith("/seat_map")) return ok({ seat_map: { _data: [seatMap] }, seat: { _data: hall } });
  const event_template = { _data: [template] };
  if (path.includes("/sessions/"))
    return ok({ event_session: { _data: sessions.filter((one) => path.endsWith(one.id)) }, event_template, ...sold });
  return ok({ event_template, ...sold, message_rule: { _data: [] } });
};

const pause = (milliseconds: number) => act(() => new Promise((resolve) => setTimeout(resolve, milliseconds)));
const settle = async () => {
  for (let quiet = 0; quiet < 2; quiet = client.isFetching() + client.isMutating() > 0 ? 0 : quiet + 1) await pause(20);
};
/** A page with chosen tickets and no seats. */
const open = async (quantity: string, panel?: ReactNode) => {
  history.replaceState(null, "", `/opal/events/${event}?session=${id(40)}&quantity=${quantity}`);
  show(
    <BootProvider boot={boot}>
      <QueryClientProvider client={client}>
        <Router base="/opal">
          <Announcer>
            <ModalStack>
              <EventPage eventId={event} />
              {panel}
            </ModalStack>
          </Announcer>
        </Router>
      </QueryClientProvider>
    </BootProvider>,
  );
  // The seat summary is loaded on demand.
  for (let look = 0; look < 100 && !document.querySelector("#reserve-seats"); look++) await pause(20);
  await settle();
};
const button = (name: string) => byRole("button", name);
const find = async () => {
  const opener = allByRole("button").find((one) => /^(?:Find|Change) seats$/.test(one.textContent ?? ""));
  if (!opener) throw new Error("there is no way to the hall");
  focus(opener);
  press(opener);
  await pause(80);
  await settle();
};
const dialog = () => byRole("dialog", "Find seats");
const toList = async () => {
  await find();
  press(byRole("tab", "List"));
};
const seat = (start: string) => {
  const found = allByRole("button").filter((one) => one.getAttribute("aria-label")?.startsWith(`${start},`));
  if (found.length !== 1 || !found[0]) throw new Error(`${found.length} seats ${start}`);
  return found[0];
};
const nameOf = (start: string) => seat(start).getAttribute("aria-label")?.replaceAll("\u00a0", " ");
const confirm = async () => {
  press(button("Confirm seats"));
  await pause(320);
};
const reserve = async () => {
  act(() => document.querySelector<HTMLFormElement>("form#reserve")?.requestSubmit());
  await settle();
};
const form = () => document.querySelector("form")?.textContent ?? "";
const statusTexts = () => allByRole("status").map((one) => one.textContent);

test("asks for seats once tickets with seats are chosen", async () => {
  await open("");
  expect(document.querySelector("#reserve-seats")).toBeNull();
  await reserve();
  expect(form()).toContain("Please select an admission type to continue.");
  press(button("More: Adult"));
  await settle();
  expect(document.querySelector("#reserve-seats")?.textContent).toBe("Choose seats");
  expect(requests.some((path) => path.includes("seat_map"))).toBe(false);
});

test("does not reserve without seats and focuses the button for them", async () => {
  await open("Adult:2");
  await reserve();
  expect(form()).toContain("Please click the 'Find seats' button to continue.");
  expect(document.activeElement?.textContent).toBe("Find seats");
  expect(sent).toEqual([]);
});

test("opens the dialog before the map is drawn, and hides the tickets meanwhile", async () => {
  await open("Adult:2");
  press(nextButton());
  expect(dialog().textContent).not.toContain("Your seats");
  expect(form()).toContain("Choose tickets");
  expect(document.querySelector("[data-seating]")).not.toBeNull();
  await pause(80);
  await settle();
  expect(dialog().textContent).toContain("Your seats");
});

test("picks seats by keyboard, with neighbours, announces them and reserves them by type", async () => {
  await open("Adult:2,Child:1");
  await toList();
  const first = seat("Stalls A 1");
  expect(first.tabIndex).toBe(0);
  expect(first.getAttribute("aria-label")?.replaceAll("\u00a0", " ")).toBe(
    "Stalls A 1, Adult $89 · Child $40, Wheelchair space, available",
  );
  focus(first);
  key("ArrowRight");
  expect(document.activeElement).toBe(seat("Stalls A 2"));
  press(document.activeElement as HTMLElement);
  expect(nameOf("Stalls A 4")).toContain("selected");
  expect(seat("Stalls A 4").getAttribute("aria-pressed")).toBe("true");
  expect(statusTexts()).toContain("Stalls A 2, Stalls A 3, Stalls A 4 selected. 3 of 3 seats chosen.");
  await confirm();
  expect(allByRole("dialog")).toEqual([]);
  expect(statusTexts()).toContain("3 seats chosen: Stalls A 2, Stalls A 3, Stalls A 4");
  expect(document.activeElement?.textContent).toBe("Change seats");
  await reserve();
  expect(sent[0]?.add[0]?.ticket_types_required).toEqual([
    { ticket_type_id: adult.id, quantity: 2, seat_template_ids: [seatId(0, 1), seatId(0, 2)] },
    { ticket_type_id: child.id, quantity: 1, seat_template_ids: [seatId(0, 3)] },
  ]);
});

test("the panel beside the form names the seats of each type as the cart does", async () => {
  await open("Adult:2,Child:1", <OrderPanel eventId={event} />);
  const chosen = () =>
    [...document.querySelectorAll("[data-order-panel] dt")].map((one) => one.textContent?.replaceAll("\u00a0", " "));
  expect(chosen()).toEqual(["2 × Adult", "1 × Child", "Total"]);
  await toList();
  press(seat("Stalls A 1"));
  await confirm();
  expect(chosen()).toEqual(["2 × AdultStalls A 1, Stalls A 2", "1 × ChildStalls A 3", "Total"]);
  await toList();
  press(button("Close"));
  await pause(320);
  await settle();
  expect(chosen()).toEqual(["2 × Adult", "1 × Child", "Total"]);
});

describe("the list", () => {
  test("moves the focus along the row, to other rows and to the ends", async () => {
    await open("Adult:1");
    await toList();
    focus(seat("Stalls A 1"));
    for (const [pressed, reached] of [
      ["ArrowDown", "Stalls B 1"],
      ["End", "Stalls B 5"],
      ["ArrowRight", "Stalls B 5"],
      ["ArrowUp", "Stalls A 5"],
      ["Home", "Stalls A 1"],
      ["ArrowLeft", "Stalls A 1"],
    ] as const) {
      key(pressed);
      expect(document.activeElement, pressed).toBe(seat(reached));
    }
  });

  test("a taken seat can be focused and says why it cannot be chosen", async () => {
    await open("Adult:1");
    await toList();
    expect(nameOf("Stalls B 3")).toBe("Stalls B 3, $89, booked");
    press(seat("Stalls B 3"));
    expect(dialog().textContent).toContain("Only available seats may be selected. Seat Stalls B 3 is booked");
    expect(statusTexts()).toContain("Only available seats may be selected. Seat Stalls B 3 is booked");
  });

  test("sections count their free seats whatever tickets are chosen", async () => {
    await open("Adult:1");
    await toList();
    const sections = [...document.querySelectorAll("summary")].map((one) => one.textContent?.replaceAll("\u00a0", " "));
    expect(sections).toEqual(["Stalls9 available $89", "Balcony3 available $25"]);
  });
});

test("removes a seat when pressed again, or by its button", async () => {
  await open("Adult:2");
  await toList();
  press(seat("Stalls A 1"));
  press(seat("Stalls A 1"));
  expect(nameOf("Stalls A 1")).toContain(", available");
  expect(statusTexts()).toContain("Stalls A 1 removed. 1 of 2 seats chosen.");
  press(button("Remove Stalls A 2"));
  expect(nameOf("Stalls A 2")).toContain(", available");
});

test.each(["Remove Stalls A 2", "Clear"])("the focus stays with the seats when %s goes with its seat", async (name) => {
  await open("Adult:2");
  await toList();
  press(seat("Stalls A 1"));
  button(name).focus();
  press(button(name));
  expect(document.activeElement?.textContent).toBe("Your seats");
});

test("does not confirm too few seats and says which are missing", async () => {
  await open("Adult:2,Child:1");
  await toList();
  press(seat("Stalls A 4"));
  press(seat("Stalls A 3"));
  await confirm();
  expect(dialog().textContent).toContain("Not enough seats for Stalls Child");
});

test("picks the best available seats by one press", async () => {
  await open("Adult:3");
  await toList();
  press(button("Best available"));
  expect(dialog().textContent).toContain("3 of 3 chosen");
  await confirm();
  expect(form()).toMatch(/Stalls A \d, Stalls A \d, Stalls A \d/);
});

describe("the best available seats without the map", () => {
  test("the best available seats without the map are chosen and announced by one press, which keeps the focus", async () => {
    await open("Adult:3");
    const best = button("Choose the best available");
    focus(best);
    press(best);
    await settle();
    expect(allByRole("dialog")).toEqual([]);
    expect(form()).toMatch(/Stalls A \d, Stalls A \d, Stalls A \d/);
    expect(statusTexts().join()).toMatch(/3 seats chosen: Stalls A \d, Stalls A \d, Stalls A \d/);
    expect(document.activeElement).toBe(best);
    await reserve();
    expect(sent).toHaveLength(1);
  });

  test("the best available seats without the map are chosen by themselves for the tickets of the last visit, and can be changed", async () => {
    saveUsualTickets("opal", event, [{ ticket_type_id: adult.id, count: 2 }]);
    await open(`${adult.id}:2`);
    expect(form()).toMatch(/Stalls [AB] \d, Stalls [AB] \d/);
    expect(statusTexts().join()).toMatch(/2 seats chosen: Stalls [AB] \d, Stalls [AB] \d/);
    await toList();
    press(button("Close"));
    await pause(320);
    await settle();
    expect(form()).not.toMatch(/Stalls [AB] \d/);
  });

  test("the best available seats without the map are left to the visitor for other tickets than those of the last visit", async () => {
    saveUsualTickets("opal", event, [{ ticket_type_id: adult.id, count: 1 }]);
    await open(`${adult.id}:2`);
    expect(form()).not.toMatch(/Stalls A \d/);
    expect(requests.some((path) => path.includes("seat_map"))).toBe(false);
  });

  test("the best available seats without the map are left to the visitor silently if none can be chosen for the last visit's tickets", async () => {
    saveUsualTickets("opal", event, [{ ticket_type_id: adult.id, count: 2 }]);
    hall = hall.map((one) => ({ ...one, state: "booked" }));
    await open(`${adult.id}:2`);
    expect(requests.some((path) => path.includes("seat_map"))).toBe(true);
    expect(form()).not.toContain("There are no seats left");
    expect(form()).toContain("Choose the best available");
  });

  test("the best available seats without the map show a message when none is left", async () => {
    hall = hall.map((one) => ({ ...one, state: "booked" }));
    await open("Adult:2");
    press(button("Choose the best available"));
    await settle();
    expect(form()).toContain("There are no seats left for your tickets.");
    expect(form()).toContain("Find seats");
  });
});

test("drops the seats when the dialog is closed without confirming", async () => {
  await open("Adult:1");
  await toList();
  press(seat("Stalls A 1"));
  await confirm();
  expect(form()).toContain("Stalls A 1");
  await find();
  press(button("Close"));
  await pause(320);
  expect(form()).not.toContain("Stalls A 1");
  expect(statusTexts()).toContain("No seats are chosen.");
  expect(document.activeElement?.textContent).toBe("Find seats");
});

test("drops the seats when the tickets change", async () => {
  await open("Adult:1");
  await toList();
  press(seat("Stalls A 1"));
  await confirm();
  press(button("More: Adult"));
  await settle();
  expect(form()).not.toContain("Stalls A 1");
  expect(form()).toContain("Your tickets have changed. Please choose your seats again.");
  press(button("Fewer: Adult"));
  await settle();
  expect(form()).not.toContain("Stalls A 1");
});

test("keeps the seats when only tickets without seats change", async () => {
  hasStanding = true;
  await open("Adult:1");
  await toList();
  press(seat("Stalls A 1"));
  await confirm();
  press(button("More: Standing"));
  await settle();
  expect(form()).toContain("Stalls A 1");
  expect(form()).not.toContain("Please choose your seats again.");
  await reserve();
  expect(sent[0]?.add[0]?.ticket_types_required).toEqual([
    { ticket_type_id: adult.id, quantity: 1, seat_template_ids: [seatId(0, 0)] },
    { ticket_type_id: standing.id, quantity: 1 },
  ]);
});

test("drops and names a seat that the server refuses, and keeps the others", async () => {
  await open("Adult:2");
  await toList();
  press(seat("Stalls A 1"));
  await confirm();
  hall = seatsFromRows(["sxsss", "ssxss", "bbb"], groups);
  reserved = () => ({
    status: 409,
    body: {
      _data: [
        {
          _code: "seat_not_available",
          _context: "seating",
          _description: "Only available seats may be selected. Seat Stalls A 2 is booked",
          _extra: { seat_template_id: seatId(0, 1), name: "Stalls A 2", state: "booked" },
        },
      ],
    },
  });
  await reserve();
  expect(form()).toContain("Just taken: Stalls A 2. Your other seats are kept.");
  expect(form()).toContain("Stalls A 1");
  expect(statusTexts()).toContain("Just taken: Stalls A 2. Your other seats are kept.");
  await reserve();
  expect(sent).toHaveLength(1);
  expect(form()).toContain("Not enough seats for Stalls Adult");
  await toList();
  press(seat("Stalls A 3"));
  await confirm();
  expect(form()).toContain("Stalls A 1, Stalls A 3");
});

test("notices a seat that was taken while the dialog was closed", async () => {
  await open("Adult:2");
  await toList();
  press(seat("Stalls A 1"));
  await confirm();
  hall = seatsFromRows(["xssss", "ssxss", "bbb"], groups);
  await toList();
  expect(dialog().textContent).toContain("Just taken: Stalls A 1. Your other seats are kept.");
  expect(dialog().textContent).toContain("1 of 2 chosen");
});

test("offers to load the seats again after an error", async () => {
  await open("Adult:1");
  const there = hall;
  hall = [];
  setFetcher(async (path, init) =>
    path.includes("seat_map") && hall.length === 0
      ? new Response(JSON.stringify({ _data: [{ _code: "unexpected", _context: "general", _description: "" }] }), {
          status: 500,
        })
      : new Response(JSON.stringify(answer(path.split("?")[0] ?? "", init.method).body)),
  );
  await find();
  for (let look = 0; look < 50 && !dialog().textContent.includes("could not"); look++) await pause(50);
  expect(dialog().textContent).toContain("The seat map could not be loaded.");
  hall = there;
  press(button("Try again"));
  await settle();
  expect(dialog().textContent).toContain("Your seats");
});
