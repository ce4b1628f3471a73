import { QueryClientProvider } from "@tanstack/react-query";
import { createRoot } from "react-dom/client";
import { afterEach, beforeEach, expect, vi } from "vitest";
import { type } from "@foyer/ui/test/dom.tsx";
import { setApiSeller, setFetcher } from "../src/api/call.ts";
import { App } from "../src/App.tsx";
import { makeCart } from "./cart/fixtures.tsx";
import { loginReply, makeUser } from "./login/fixtures.tsx";
import { closeLoginDialog } from "../src/features/login/session/loginDialogStore.ts";
import { createQueryClient } from "../src/shared/queries/queryClient.ts";
import { emptySaved, savedStoreFor } from "../src/shared/storage/saved.ts";
import { makeBoot } from "./seller.ts";

const listing = { event_template: { _data: [] }, venue: { _data: [] }, category: { _data: [] } };
export const cart_id = makeCart().id;
export const setLoginCookie = (strength: string) => {
  document.cookie = strength === "" ? "foyer-in.harbor=; Path=/; Max-Age=0" : `foyer-in.harbor=${strength}; Path=/`;
};

/** The server's answers by 'METHOD /path', and the requests that were made. */
export const answers: Record<string, (body: unknown) => unknown> = {};
export const calls: { call: string; body: unknown }[] = [];
let unmount: () => void = () => undefined;
/** Ignores a reply that arrives after its page was closed, as a browser does; otherwise it would affect the next test. */
const hearWhile = (isOpen: () => boolean, reply: Response): Response =>
  Object.assign(reply, {
    json: () => reply.text().then((body) => (isOpen() ? JSON.parse(body) : new Promise(() => undefined))),
  });
export const closeApp = (): void => unmount();

const defaultAnswers: typeof answers = {
  "GET /api/my/user": () => ({ user: { _data: [makeUser()] } }),
  "GET /api/my/membership": () => ({ membership: { _data: [] } }),
  "POST /api/logout": () => {
    setLoginCookie("");
    return { logged_out: true, logout_url: null };
  },
  "POST /api/login": () => {
    setLoginCookie("full");
    return loginReply();
  },
};

/** The whole storefront at an address; does not wait for anything, as for an address that leads away. */
export const renderApp = (address: string, sellerOverrides: Parameters<typeof makeBoot>[0] = {}): HTMLElement => {
  window.history.replaceState(null, "", `/harbor${address}`);
  const [path = "", search = ""] = address.split("?");
  setApiSeller("harbor");
  let isOpen = true;
  setFetcher(async (container, { method, body }) => {
    const call = `${method} ${(container.split("?")[0] ?? "").replace(cart_id, ":id")}`;
    const sent: unknown = body === undefined ? undefined : JSON.parse(body);
    calls.push({ call, body: sent });
    const reply = (answers[call]?.(sent) ?? listing) as { status?: number; body?: unknown };
    return hearWhile(
      () => isOpen,
      typeof reply.status === "number" ? Response.json(reply.body, { status: reply.status }) : Response.json(reply),
    );
  });
  const container = document.body.appendChild(document.createElement("div"));
  const root = createRoot(container);
  root.render(
    <QueryClientProvider client={createQueryClient()}>
      <App boot={makeBoot(sellerOverrides, { shown: { route: "home", path, search } })} />
    </QueryClientProvider>,
  );
  unmount = () => {
    isOpen = false;
    root.unmount();
    container.remove();
  };
  return container;
};
/** The whole storefront at an address, as a browser shows it once the page has loaded. */
export const openApp = async (...shown: Parameters<typeof renderApp>): Promise<HTMLElement> => {
  const container = renderApp(...shown);
  await eventually(() => expect(container.querySelector("main h1")).not.toBeNull());
  return container;
};
export const press = (element: Element | undefined) => (element as HTMLElement).click();
export const eventually = (check: () => void) => vi.waitFor(check, { timeout: 4500, interval: 5 });
export const address = () => window.location.pathname + window.location.search;
export const callNames = () => calls.map(({ call }) => call);
export const link = (name: string) =>
  [...document.querySelectorAll('header a, a:not([href*="login=true"])')].find(
    ({ textContent }) => textContent === name,
  );
export const main = () => document.querySelector("main")?.textContent ?? "";
/** Types into an input, which may be given by its name. */
export const fill = (input: string | Element | null, text: string) => {
  globalThis.IS_REACT_ACT_ENVIRONMENT = true;
  const found = typeof input === "string" ? document.querySelector(`input[name="${input}"]:not([hidden])`) : input;
  type(found as HTMLElement, text);
  globalThis.IS_REACT_ACT_ENVIRONMENT = false;
};

beforeEach(() => {
  // As in a browser, updates happen when they happen.
  globalThis.IS_REACT_ACT_ENVIRONMENT = false;
  vi.spyOn(window, "scrollTo").mockImplementation(() => undefined);
  savedStoreFor("harbor").change(emptySaved);
  setLoginCookie("");
  for (const call of Object.keys(answers)) delete answers[call];
  Object.assign(answers, defaultAnswers);
  calls.length = 0;
});
afterEach(async () => {
  // Otherwise a navigation that has begun would end in the next test.
  await eventually(() => expect(document.documentElement.dataset.navigating).toBeUndefined());
  unmount();
  closeLoginDialog();
  vi.restoreAllMocks();
});
