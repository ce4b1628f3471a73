import { expect, test } from "vitest";
import { answers, eventually, openApp, press, setLoginCookie } from "../../../test/app.tsx";
import { id, session, ticket } from "../../../test/account/fixtures.ts";

test.each([
  ["an order", "/my/orders", `/my/orders/${id(2)}`, "Order 10002"],
  ["a session", "/my/upcoming", `/my/upcoming/session/${id(10)}`, "Whales of the Harbor"],
])("the page of %s is titled and announced by its own name, and not like the list", async (_, from, to, title) => {
  setLoginCookie("full");
  answers["GET /api/my/order_session"] = () => ({
    search_result: { _data: [session(2, 10)] },
    ticket: { _data: [ticket(21, 2, 10)] },
  });
  const page = await openApp(from, {
    configuration: { my_account_pages: { my_profile: true, upcoming_events: true, recent_orders: true } },
  });
  const toPage = () => page.querySelector<HTMLElement>(`a[href$="${to}"]`);
  await eventually(() => expect(toPage()).not.toBeNull());
  press(toPage() ?? page);
  await eventually(() => expect(page.querySelector("span[aria-live]")?.textContent).toContain(title));
  expect(document.title).toBe(`${title} – Harbor Museum`);
});
