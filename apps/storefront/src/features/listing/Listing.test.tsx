import { QueryClientProvider } from "@tanstack/react-query";
import { act } from "react";
import { Router } from "wouter";
import { memoryLocation } from "wouter/memory-location";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Cart } from "@foyer/contract/shop/cart.ts";
import type { Configuration } from "@foyer/contract/shop/seller.ts";
import { byRole, press, show } from "@foyer/ui/test/dom.tsx";
import { setApiSeller, setFetcher } from "../../api/call.ts";
import { createQueryClient } from "../../shared/queries/queryClient.ts";
import { savedStoreFor } from "../../shared/storage/saved.ts";
import { BootProvider } from "../../shared/seller/seller.tsx";
import { makeBoot } from "../../../test/seller.ts";
import { Listing, type ListingProps } from "./Listing.tsx";

const id = (last: number) => `00000000-0000-4000-8000-${String(last).padStart(12, "0")}`;
const makeListed = (overrides: { readonly min_price?: string | null } & Readonly<Record<string, unknown>> = {}) => ({
  id: id(1),
  seller_id: id(9),
  venue_id: id(8),
  name: "Whales",
  subtitle: null,
  summary: null,
  description: null,
  category: "Exhibitions",
  event_type: "repeating",
  hidden_type: "public_browsable",
  _rank: 0,
  meta: {},
  config: {},
  next_session: "2026-11-22T15:00:00Z",
  last_session: "2026-12-22T15:00:00Z",
  min_price: "12.50",
  listed_price: overrides.min_price ?? "12.50",
  listed_price_is_lowest: true,
  has_fees: false,
  sold_out: false,
  ...overrides,
});
type ListedOptions = {
  events?: readonly object[];
  categories?: readonly string[];
  address?: string;
  web?: object;
  authentication?: Configuration["authentication"];
  cart?: Partial<Cart>;
  props?: ListingProps;
  upsells?: Configuration["upsells"];
  /** For every event. */
  sessions?: readonly object[];
};

const requests: URL[] = [];
const open = async ({
  events = [makeListed()],
  categories = ["Exhibitions", "Tours"],
  address = "/events",
  web = { membership_event_id: id(90) },
  authentication,
  cart,
  props = {},
  upsells,
  sessions = [],
}: ListedOptions = {}) => {
  const boot = makeBoot({ web, configuration: { upsells, authentication } });
  setApiSeller(boot.seller.slug);
  setFetcher(async (path) => {
    const url = new URL(path, "http://localhost");
    requests.push(url);
    if (url.pathname.startsWith("/api/my/cart/"))
      return Response.json({
        cart: { _data: [{ id: id(5), lines: [], anchor: null, visit_window: null, ...cart }] },
        ticket: { _data: [] },
      });
    return Response.json({
      event_template: { _data: events },
      venue: { _data: [{ id: id(8), name: "Main House", timezone: "America/New_York", address: null }] },
      category: { _data: categories.map((name) => ({ name })) },
      ...(url.searchParams.has("includeSessions") ? { event_session: { _data: sessions } } : {}),
    });
  });
  savedStoreFor("harbor").change({ cart_id: cart ? id(5) : null, skip_upsells: false });
  const [path = "", searchPath = ""] = address.split("?");
  const location = memoryLocation({ path, searchPath, record: true });
  const { place: page } = show(
    <BootProvider boot={boot}>
      <QueryClientProvider client={createQueryClient()}>
        <Router hook={location.hook} searchHook={location.searchHook}>
          <Listing {...props} />
        </Router>
      </QueryClientProvider>
    </BootProvider>,
  );
  await act(() =>
    vi.waitFor(() =>
      expect(
        page.querySelector("ul, [role=status]:not([aria-label])") ?? location.history.includes("/checkout"),
      ).toBeTruthy(),
    ),
  );
  return { page, navigated: () => location.history };
};
beforeEach(() => void (requests.length = 0));

describe("the listing", () => {
  test.each([
    ["yesterday", true],
    ["2026-02-30", true],
    ["today", false],
    ["2026-11-21", false],
    ["", false],
  ])("the listing says that a link's date is none: %j", async (date, isSaid) => {
    const { page } = await open({ address: `/events?date=${date}` });
    await act(() => vi.waitFor(() => expect(page.querySelectorAll("article")).toHaveLength(1)));
    const words = "Sorry, tickets are not available on the date of your visit.";
    expect(page.textContent?.includes(words)).toBe(isSaid);
  });

  test("shows posters that link to their events, with the next date in the venue's time zone", async () => {
    const { page } = await open({
      events: [
        makeListed(),
        makeListed({ id: id(2), name: "Night", sold_out: true }),
        makeListed({ id: id(3), name: "Free", next_session: null, min_price: "0" }),
        makeListed({ id: id(4), name: "Opera", next_session: null, has_fees: true }),
      ],
    });
    expect(page.querySelector("h1")?.textContent).toBe("Events");
    expect(
      [...page.querySelectorAll("article")].map((poster) => [
        poster.querySelector("a")?.getAttribute("href"),
        poster.textContent,
      ]),
    ).toEqual([
      [`/events/${id(1)}`, "WWhalesNext: Sun, Nov 22 · from $12.50"],
      [`/events/${id(2)}`, "NNightSold out"],
      [`/events/${id(3)}`, "FFreeFree"],
      [`/events/${id(4)}`, "OOperafrom $12.50 plus fees"],
    ]);
  });

  test("links to the next date of each event by a unique name, even if events are on the same day", async () => {
    const { page } = await open({ events: [makeListed(), makeListed({ id: id(2), name: "Night" })] });
    const next = [...page.querySelectorAll('article a[href*="session=next"]')];
    expect(next.map((link) => [link.textContent, link.getAttribute("aria-label")])).toEqual([
      ["Next: Sun, Nov 22", "Next: Sun, Nov 22, Whales"],
      ["Next: Sun, Nov 22", "Next: Sun, Nov 22, Night"],
    ]);
  });

  test("requests pictures by the width of their frame, so that phones show them sharp", async () => {
    const { page } = await open({ events: [makeListed({ meta: { image_profile: id(7) } })] });
    const picture = page.querySelector("article img");
    expect(picture?.getAttribute("srcset")?.match(/ \d+w/g)).toEqual([" 384w", " 544w", " 768w", " 960w", " 1200w"]);
    expect(picture?.getAttribute("sizes")).toContain("vw");
    expect(picture?.getAttribute("srcset")).not.toContain("sizey");
  });

  test.each([
    ["/events", [`/events/${id(1)}?session=next`]],
    ["/events?category=Tours", [`/events/${id(1)}?session=next`]],
    ["/events?date=today", []],
    ["/events?time.start=0900", []],
  ])("%s: the next date leads to its time only where all dates are shown", async (address, links) => {
    const { page } = await open({ address });
    const hrefs = [...page.querySelectorAll("article p a")].map((link) => link.getAttribute("href"));
    expect(hrefs).toEqual(links);
  });

  test.each([
    ["/events?date=tomorrow", "?date=tomorrow"],
    ["/events?date=2026-11-24&category=Tours", "?date=2026-11-24"],
    ["/events?category=Tours", ""],
    ["/events?time.start=0900", ""],
  ])("%s: an event begins with the date that the listing is filtered by", async (address, query) => {
    const events = [makeListed(), makeListed({ id: id(2), name: "Night", sold_out: true })];
    const { page } = await open({ address, events });
    expect([...page.querySelectorAll("article h2 a")].map((link) => link.getAttribute("href"))).toEqual([
      `/events/${id(1)}${query}`,
      // Its page would only say that the date is not available.
      `/events/${id(2)}`,
    ]);
  });

  test("filters by the URL and marks the pressed buttons", async () => {
    await open({ address: "/events?category=Tours&date=today&time.start=0900&utm_source=x" });
    expect(Object.fromEntries(requests[0]?.searchParams ?? [])).toMatchObject({
      category: "Tours",
      date: "today",
      "time.start": "09:00",
    });
    expect(
      ["All", "Tours", "All dates", "Today"].map((name) => byRole("button", name).getAttribute("aria-pressed")),
    ).toEqual(["false", "true", "false", "true"]);
  });

  test("a button sets one filter and keeps the other", async () => {
    const { navigated } = await open({ address: "/events?date=today" });
    press(byRole("button", "Tours"));
    press(byRole("button", "All dates"));
    expect(navigated()).toEqual(["/events?date=today", "/events?date=today&category=Tours", "/events?category=Tours"]);
  });

  test.each([
    ["a category without events", "category=Nope", "Category", "/events"],
    ["a day", "date=2026-12-05", "Date", "/events"],
  ])(
    "the list of filters does not say 'All' for %s, and choosing it there removes the filter",
    async (_, query, label, to) => {
      const { page, navigated } = await open({ address: `/events?${query}` });
      const list = page.querySelector<HTMLSelectElement>(`select[aria-label="${label}"]`);
      expect(list?.selectedOptions[0]?.textContent).toBe("Other");
      expect(list?.value).not.toBe("");
      act(() => {
        if (!list) return;
        list.value = "";
        list.dispatchEvent(new Event("change", { bubbles: true }));
      });
      expect(navigated().at(-1)).toBe(to);
    },
  );

  test("truncates a long line about an event, and keeps the whole of it in its title", async () => {
    const subtitle = "A walk through the whole of the collection with the curator. ".repeat(3).trim();
    const { page } = await open({ events: [makeListed({ subtitle })] });
    const short = page.querySelector("article p span");
    expect(short?.textContent?.endsWith("…")).toBe(true);
    expect((short?.textContent ?? "").length).toBeLessThanOrEqual(128);
    expect(short?.getAttribute("title")).toBe(subtitle);
  });

  test("says when nothing matches, with a link to all events", async () => {
    const { page } = await open({ events: [], address: "/events?date=tomorrow" });
    expect(page.textContent).toContain("We could not find any events that match your filters.");
    expect(
      [...page.querySelectorAll("a")].find((link) => link.textContent === "Clear filters")?.getAttribute("href"),
    ).toBe("/events");
  });

  test("filters by properties of an event; 'See all' removes only those", async () => {
    const { page } = await open({ address: "/events?meta.reserve_flow=date_first&date=today&meta.nonsense=1" });
    expect(Object.fromEntries(requests[0]?.searchParams ?? [])).toMatchObject({
      "meta.reserve_flow": "date_first",
      date: "today",
    });
    expect(requests[0]?.searchParams.has("meta.nonsense")).toBe(false);
    expect([...page.querySelectorAll("a")].find((link) => link.textContent === "See all")?.getAttribute("href")).toBe(
      "/events?date=today",
    );
  });

  test("asks visitors to log in for events that are for members only", async () => {
    const { page } = await open({ events: [makeListed({ hidden_type: "public_member_only" })] });
    expect(page.querySelector("article")?.textContent).toContain("Members only Log in · Become a member");
    expect(page.textContent).toContain("Members see more. Log in · Become a member");
  });

  test.each([
    ["only the login where no memberships are sold", {}, undefined, "Members only Log in", "Members see more. Log in"],
    [
      "only joining where nobody logs in",
      { external_membership_url: "https://join.example/" },
      "none",
      "Members only Become a member",
      "Members see more. Become a member",
    ],
    ["nothing where there is neither", {}, "none", "Members only ", undefined],
  ] as const)("offers members %s", async (_, web, authentication, onPoster, above) => {
    const { page } = await open({ events: [makeListed({ hidden_type: "public_member_only" })], web, authentication });
    expect(page.querySelector("article")?.textContent?.split("Nov 22 · from $12.50")[1]).toBe(onPoster);
    expect(
      [...page.querySelectorAll("p")]
        .map(({ textContent }) => textContent)
        .find((text) => text?.startsWith("Members see")),
    ).toBe(above);
  });

  test("shows the seller's title", async () => {
    expect((await open({ web: { listing_title: "What's on" } })).page.querySelector("h1")?.textContent).toBe(
      "What's on",
    );
  });

  test("the listing of a collection has its title and categories", async () => {
    const evenings = await open({ props: { collection: { title: "Evenings", categories: ["Concerts", "Talks"] } } });
    expect(evenings.page.querySelector("h1")?.textContent).toBe("Evenings");
    expect(requests.at(-1)?.searchParams.get("category")).toBe("Concerts,Talks");
  });

  test("offers categories as a list in place of the buttons on narrow screens", async () => {
    const { page, navigated } = await open({ categories: ["Exhibitions", "Tours", "Talks"] });
    const select = page.querySelector<HTMLSelectElement>('select[aria-label="Category"]');
    if (!select) throw new Error("there is no list");
    expect([...select.options].map(({ text }) => text)).toEqual(["All", "Exhibitions", "Tours", "Talks"]);
    expect(select.closest("[data-min-width]")?.getAttribute("data-min-width")).toBe("12");
    act(() => {
      select.value = "Talks";
      select.dispatchEvent(new Event("change", { bubbles: true }));
    });
    expect(navigated().at(-1)).toBe("/events?category=Talks");
  });
});

describe("with tickets in the cart", () => {
  const cart = { lines: [{}] as unknown as Cart["lines"] };
  const title = (page: HTMLElement) => page.querySelector("h1")?.textContent;
  const names = (page: HTMLElement) => [...page.querySelectorAll("article h2")].map(({ textContent }) => textContent);

  test("offers what else could be added", async () => {
    const { page, navigated } = await open({ cart });
    await act(() => vi.waitFor(() => expect(title(page)).toBe("What other experiences would you like to add?")));
    expect(navigated()).toEqual(["/events"]);
  });

  test("redirects to the checkout when there is nothing to add", async () => {
    const { navigated } = await open({ cart, events: [] });
    await act(() => vi.waitFor(() => expect(navigated()).toEqual(["/checkout"])));
  });

  test("redirects to the checkout when offers are skipped", async () => {
    const { navigated } = await open({ cart, web: { skip_upsells: true } });
    await act(() => vi.waitFor(() => expect(navigated()).toEqual(["/checkout"])));
  });

  test("offers the seller's categories and chain, without events in the cart", async () => {
    const { page } = await open({
      cart: { lines: [{ event_template_id: id(1) }, { event_template_id: id(3) }] as unknown as Cart["lines"] },
      upsells: { categories: ["Tours"], chain: [id(4)] },
      events: [
        makeListed({ name: "Visit" }),
        makeListed({ id: id(2), name: "Walk", category: "Tours" }),
        makeListed({ id: id(3), name: "Held", category: "Tours" }),
        makeListed({ id: id(4), name: "Film", category: null }),
        makeListed({ id: id(6), name: "Talk", category: "Talks" }),
      ],
    });
    await act(() => vi.waitFor(() => expect(names(page)).toEqual(["Walk", "Film"])));
  });

  test("offers what fits the visit, and what has no time", async () => {
    const visit = {
      event_template_id: id(1),
      start_datetime: "2026-11-22T15:00:00Z",
      end_datetime: "2026-11-22T16:00:00Z",
      timezone: "America/New_York",
    };
    const session = {
      event_template_id: id(2),
      sold_out: false,
      cancelled: false,
      left: null,
      start_datetime: "2026-11-22T17:00:00Z",
    };
    const { page } = await open({
      cart: {
        lines: [visit] as unknown as Cart["lines"],
        anchor: { event_session_id: id(7), event_template_id: id(1), local_day: "2026-11-22" },
        visit_window: { start: "2026-11-22T16:00:00Z", end: "2026-11-23T05:00:00Z" },
      },
      upsells: { visit_time: "until_close" },
      events: [
        makeListed({ id: id(2), name: "Walk" }),
        makeListed({ id: id(3), name: "Pass", next_session: null }),
        makeListed({ id: id(4), name: "Another day" }),
      ],
      sessions: [{ ...session, end_datetime: "2026-11-22T18:00:00Z" }],
    });
    await act(() => vi.waitFor(() => expect(names(page)).toEqual(["Walk", "Pass"])));
    expect(requests.map(({ searchParams }) => searchParams.get("event_session.start_datetime._gte"))).toContain(
      "2026-11-22T16:00:00Z",
    );
  });

  test("offers what fits any of several visits", async () => {
    const visit = (day: string) => ({
      event_template_id: id(1),
      start_datetime: `${day}T15:00:00Z`,
      end_datetime: `${day}T16:00:00Z`,
      timezone: "America/New_York",
      needs_anchor: false,
    });
    const { page } = await open({
      cart: {
        lines: [visit("2026-11-22"), visit("2026-12-12")] as unknown as Cart["lines"],
        anchor: { event_session_id: id(7), event_template_id: id(1), local_day: "2026-11-22" },
        visit_window: { start: "2026-11-22T05:00:00Z", end: "2026-11-23T05:00:00Z" },
      },
      upsells: { visit_time: "same_date" },
      events: [makeListed({ id: id(2), name: "Walk" }), makeListed({ id: id(4), name: "Another day" })],
      sessions: [
        {
          event_template_id: id(2),
          sold_out: false,
          cancelled: false,
          left: null,
          start_datetime: "2026-12-12T17:00:00Z",
          end_datetime: "2026-12-12T18:00:00Z",
        },
      ],
    });
    await act(() => vi.waitFor(() => expect(names(page)).toEqual(["Walk"])));
    const starts = requests.flatMap(({ searchParams }) => searchParams.get("event_session.start_datetime._gte") ?? []);
    expect(starts).toEqual(["2026-11-22T05:00:00Z", "2026-12-12T05:00:00Z"]);
  });

  test("leaves out what is sold out at that time, and redirects when nothing is left", async () => {
    const { navigated } = await open({
      cart: {
        lines: [
          {
            event_template_id: id(1),
            start_datetime: "2026-11-22T15:00:00Z",
            end_datetime: "2026-11-22T16:00:00Z",
            timezone: "America/New_York",
          },
        ] as unknown as Cart["lines"],
        anchor: { event_session_id: id(7), event_template_id: id(1), local_day: "2026-11-22" },
        visit_window: { start: "2026-11-22T05:00:00Z", end: "2026-11-23T05:00:00Z" },
      },
      upsells: { visit_time: "same_date" },
      events: [makeListed({ id: id(2) })],
      sessions: [
        {
          event_template_id: id(2),
          sold_out: true,
          cancelled: false,
          left: 0,
          start_datetime: "2026-11-22T17:00:00Z",
          end_datetime: "2026-11-22T18:00:00Z",
        },
      ],
    });
    await act(() => vi.waitFor(() => expect(navigated()).toEqual(["/checkout"])));
  });

  describe("at the time of a visit", () => {
    const lines = [
      {
        event_template_id: id(1),
        start_datetime: "2026-11-24T15:00:00Z",
        end_datetime: "2026-11-24T16:00:00Z",
        timezone: "America/New_York",
      },
    ] as unknown as Cart["lines"];
    const visiting = {
      lines,
      anchor: { event_session_id: id(7), event_template_id: id(1), local_day: "2026-11-24" },
      visit_window: { start: "2026-11-24T05:00:00Z", end: "2026-11-25T05:00:00Z" },
    };
    const sessionOf = (event_template_id: string, hour: number, min_price: string) => ({
      event_template_id,
      sold_out: false,
      cancelled: false,
      left: null,
      min_price,
      start_datetime: `2026-11-24T${hour}:00:00Z`,
      end_datetime: `2026-11-24T${hour + 1}:00:00Z`,
    });
    const offered = {
      cart: visiting,
      categories: ["Admission", "Tours", "Talks", "Gifts"],
      upsells: { visit_time: "same_date" },
      events: [
        makeListed({ id: id(2), name: "Walk", category: "Tours" }),
        makeListed({ id: id(3), name: "Talk", category: "Talks" }),
        makeListed({ id: id(4), name: "Voucher", category: "Gifts" }),
      ],
      sessions: [sessionOf(id(2), 17, "14.00"), sessionOf(id(2), 19, "9.00"), sessionOf(id(3), 18, "7.50")],
    };

    test("shows the day and the lowest price of the visit on each card", async () => {
      const { page } = await open(offered);
      await act(() => vi.waitFor(() => expect(names(page)).toEqual(["Walk", "Talk"])));
      const facts = [...page.querySelectorAll("article")].map(({ textContent }) => textContent);
      expect(facts).toEqual([
        expect.stringContaining("Tue, Nov 24 · from $9"),
        expect.stringContaining("Tue, Nov 24 · from $7.50"),
      ]);
    });

    test("offers no filter that leads to nothing", async () => {
      const { page } = await open(offered);
      await act(() => vi.waitFor(() => expect(names(page)).toEqual(["Walk", "Talk"])));
      const chips = [...page.querySelectorAll("button[aria-pressed]")].map(({ textContent }) => textContent);
      expect(chips).toEqual(["All", "Tours", "Talks"]);
    });

    test("keeps the filters of all offers when one is chosen", async () => {
      const { page } = await open({ ...offered, address: "/events?category=Talks&date=today" });
      await act(() => vi.waitFor(() => expect(names(page)).toEqual(["Talk"])));
      expect(page.querySelectorAll("button[aria-pressed]")).toHaveLength(3);
    });
  });

  test("a link shows all events, and keeps doing so with a filter", async () => {
    const { page, navigated } = await open({
      cart,
      events: [],
      web: { skip_upsells: true },
      address: "/events?all=true",
    });
    expect(title(page)).toBe("Events");
    expect(requests.some(({ searchParams }) => searchParams.has("all"))).toBe(false);
    press(byRole("button", "Tours"));
    expect(navigated().at(-1)).toBe("/events?all=true&category=Tours");
    expect(navigated()).not.toContain("/checkout");
  });

  test("a collection is shown in full", async () => {
    const { page } = await open({ cart, props: { collection: { title: "Evenings", categories: ["Concerts"] } } });
    expect(title(page)).toBe("Evenings");
  });

  test("with tickets in the cart does not redirect when only a filter matches nothing", async () => {
    const { page, navigated } = await open({ cart, events: [], address: "/events?date=today" });
    await act(() => vi.waitFor(() => expect(title(page)).toBe("What other experiences would you like to add?")));
    expect(navigated()).toEqual(["/events?date=today"]);
  });

  test("treats an empty cart as none", async () => {
    expect(title((await open({ cart: { lines: [] } })).page)).toBe("Events");
  });
});
