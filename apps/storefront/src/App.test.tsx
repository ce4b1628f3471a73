import { QueryClientProvider } from "@tanstack/react-query";
import { createRoot } from "react-dom/client";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { byRole } from "@foyer/ui/test/dom.tsx";
import { setApiSeller, setFetcher } from "./api/call.ts";
import { App } from "./App.tsx";
import { createQueryClient } from "./shared/queries/queryClient.ts";
import { showFailure } from "./shared/errors/failure.ts";
import { savedStoreFor } from "./shared/storage/saved.ts";
import { makeBoot } from "../test/seller.ts";

const listing = { event_template: { _data: [] }, venue: { _data: [] }, category: { _data: [] } };

/** The whole storefront at a URL, as a browser shows it after the page has loaded. */
const open = async (address: string, sellerOverrides: Parameters<typeof makeBoot>[0] = {}) => {
  window.history.replaceState(null, "", `/harbor${address}`);
  const [path = "", search = ""] = address.split("?");
  const boot = makeBoot(sellerOverrides, { shown: { route: "home", path, search } });
  setApiSeller("harbor");
  setFetcher(async () => Response.json(listing));
  const container = document.body.appendChild(document.createElement("div"));
  const root = createRoot(container);
  root.render(
    <QueryClientProvider client={createQueryClient()}>
      <App boot={boot} />
    </QueryClientProvider>,
  );
  unmount = () => {
    root.unmount();
    container.remove();
  };
  await eventually(() => expect(container.querySelector("main h1")).not.toBeNull());
  return container;
};
let unmount: () => void = () => undefined;
const press = (element: Element) => (element as HTMLElement).click();
const eventually = (check: () => void) => vi.waitFor(check, { timeout: 5000 });
const address = () => window.location.pathname + window.location.search;

beforeEach(() => {
  // As in a browser, updates are not wrapped in act().
  globalThis.IS_REACT_ACT_ENVIRONMENT = false;
  vi.spyOn(window, "scrollTo").mockImplementation(() => undefined);
  savedStoreFor("harbor").change({ skip_upsells: false, upsell_chain: [] });
});

afterEach(() => unmount());

describe("the shell", () => {
  test("the shell has a skip link, a header with links to home, registration and login, and a footer", async () => {
    const page = await open("/events", {
      web: { membership_event_id: "m1", footer_links: [{ label: "Visit", href: "https://museum.example/" }] },
    });
    const links = [...page.querySelectorAll("a")].map((link) => [link.textContent, link.getAttribute("href")]);
    expect(links[0]).toEqual(["Skip to content", "#main-content"]);
    expect(page.querySelector("#main-content")?.tagName).toBe("MAIN");
    expect(links).toEqual(
      expect.arrayContaining([
        ["Harbor Museum", "/harbor"],
        ["Register", "/harbor/membership"],
        ["Log in", "/harbor/events?login=true"],
        ["Visit", "https://museum.example/"],
      ]),
    );
    expect(page.querySelector("footer")?.textContent).toContain("Prices in US dollars");
  });

  test.each([
    ["registration and login", { membership_event_id: "m1" }, {}, ["Register", "Log in"]],
    [
      "registration at the seller's own address",
      { external_membership_url: "https://join.example/" },
      {},
      ["Register", "Log in"],
    ],
    ["login alone where no memberships are sold", {}, {}, ["Log in"]],
    [
      "registration alone where nobody logs in",
      { membership_event_id: "m1" },
      { authentication: "none" },
      ["Register"],
    ],
    ["neither where the seller has neither", {}, { authentication: "none" }, []],
  ])("offers %s", async (_, web, configuration, expected) => {
    const page = await open("/events", { web, configuration });
    const links = [...page.querySelectorAll("header nav a")].map(({ textContent }) => textContent ?? "");
    expect(links.filter((text) => !text.includes("Cart"))).toEqual(expected);
  });

  test("the shell has the cart twice: a link to the checkout for two columns, a button that opens it for one", async () => {
    const page = await open("/events");
    const [link] = [...page.querySelectorAll("header nav a")].filter(({ textContent }) => textContent === "Cart");
    expect(link?.getAttribute("href")).toBe("/harbor/checkout");
    press(byRole("button", "Cart"));
    await eventually(() => expect(byRole("dialog", "Your cart").textContent).toContain("Your cart is empty."));
    expect(address()).toBe("/harbor/events");
  });

  test("shows the seller's terms on demand", async () => {
    await open("/events", { web: { terms: { html: "<p>Be kind</p>", version: "1" } } });
    press(byRole("button", "Terms and conditions"));
    await eventually(() => expect(byRole("dialog").textContent).toContain("Be kind"));
  });

  test("shows unhandled errors with a button to reload", async () => {
    const consoleError = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const page = await open("/events");
    const rejected = Object.assign(new Event("unhandledrejection"), { reason: new Error("broken") });
    // The banner only listens once it is loaded, which can take a while on a busy machine.
    await eventually(() => {
      window.dispatchEvent(rejected);
      expect(page.querySelector("[role=alert]")).not.toBeNull();
    });
    expect(page.querySelector("[role=alert]")?.textContent).toContain(
      "Sorry! Something unexpected happened. Please try again.",
    );
    expect(byRole("button", "Reload")).toBeInstanceOf(HTMLElement);
    press(byRole("button", "Dismiss"));
    await eventually(() => expect(page.querySelector("[role=alert]")).toBeNull());
    expect(consoleError).toHaveBeenCalledWith("Error: broken");
    consoleError.mockRestore();
    showFailure(null);
  });
});

describe("opening a URL", () => {
  test("sets the body's class to the route's name", async () => {
    await open("/resend");
    await eventually(() => expect(document.body.className).toBe("route-resend"));
  });

  test("removes parameters once they are handled", async () => {
    await open("/events?expresscheckout=yes&date=today");
    await eventually(() => expect(address()).toBe("/harbor/events?date=today"));
    expect(savedStoreFor("harbor").get().skip_upsells).toBe(true);
  });

  test("opens the login for `login`, or says that there is none", async () => {
    await open("/events?login=1", { configuration: { authentication: "none" } });
    await eventually(() => expect(byRole("dialog").textContent).toContain("Login is disabled"));
    press(byRole("button", "Close"));
    await eventually(() => expect(document.querySelector("dialog")).toBeNull());
    expect(address()).toBe("/harbor/events");
  });

  test("clears the upsell chain outside of events and checkout", async () => {
    savedStoreFor("harbor").change({ upsell_chain: ["a"] });
    await open("/events");
    await eventually(() => expect(document.body.className).toBe("route-events"));
    expect(savedStoreFor("harbor").get().upsell_chain).toEqual(["a"]);
    unmount();
    await open("/resend");
    await eventually(() => expect(savedStoreFor("harbor").get().upsell_chain).toEqual([]));
  });

  test("shows the message for an unknown URL", async () => {
    const page = await open("/nothing/here");
    expect(page.querySelector("main")?.textContent).toContain("Oops! We could not find anything at this URL.");
    expect(page.querySelector("main a")?.getAttribute("href")).toBe("/harbor");
  });

  test("opening a URL by a link sets title and focus and scrolls to the top", async () => {
    const page = await open("/nothing/here");
    press(page.querySelector("main a") ?? page);
    await eventually(() => expect(document.title).not.toContain("Page not found"));
    expect(document.title).toBe("Events – Harbor Museum");
    expect(address()).toBe("/harbor/events");
    expect(document.activeElement?.tagName).toBe("H1");
    expect(window.scrollTo).toHaveBeenCalledWith(0, 0);
  });

  test("shows the seller's picture on the home page", async () => {
    const page = await open("", {
      meta: { home_image: "path", home_image_alternate_text: "A moonlit path" },
      web: { membership_presell: true, membership_event_id: "m1" },
    });
    const picture = page.querySelector("main img");
    expect(picture?.getAttribute("alt")).toBe("A moonlit path");
    expect(picture?.getAttribute("src")).toContain("/cached_api/image/path?");
  });

  test("redirects from home where memberships are not offered first", async () => {
    const page = await open("/resend");
    press(page.querySelector("header a") as HTMLElement);
    await eventually(() => expect(address()).toBe("/harbor/events"));
  });
});
