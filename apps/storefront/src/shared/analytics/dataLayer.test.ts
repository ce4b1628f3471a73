import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { beginCheckoutEvent } from "@foyer/rules/checkout/analyticsEvents.ts";
import { setConsent } from "./consent.ts";
import { resetContainer, loadContainer, pushToDataLayer } from "./dataLayer.ts";

const harbor = { slug: "harbor", container_id: "GTM-HARBOR1" };
const loaded = () => [beginCheckoutEvent([], "USD")];
const containers = () => [...document.head.querySelectorAll("script")].map(({ src }) => src);
const names = () => (window.dataLayer ?? []).flatMap((entries) => ("event" in entries ? [entries.event] : []));

beforeEach(() => {
  resetContainer();
  delete window.dataLayer;
  window.sessionStorage.clear();
  setConsent("harbor", null);
  // Really appending the script would fetch it.
  document.head.append = (...nodes) => {
    for (const node of nodes) document.head.insertBefore(asText(node), null);
  };
});
afterEach(() => {
  for (const script of document.head.querySelectorAll("script")) script.remove();
});
const asText = (node: Node | string): Node => {
  if (node instanceof HTMLScriptElement) node.type = "text/plain";
  return node as Node;
};

describe("adds nothing to the data layer", () => {
  test("adds nothing to the data layer without a container, although the visitor agreed", () => {
    setConsent("harbor", "granted");
    void pushToDataLayer({ slug: "harbor", container_id: undefined }, () => {
      throw new Error("was asked");
    });
    loadContainer({ slug: "harbor", container_id: undefined });
    expect(window.dataLayer).toBeUndefined();
    expect(containers()).toEqual([]);
  });

  test.each([null, "denied"] as const)("while the visitor's answer is %s", (answer) => {
    setConsent("harbor", answer);
    void pushToDataLayer(harbor, () => {
      throw new Error("was asked");
    });
    loadContainer(harbor);
    expect(window.dataLayer).toBeUndefined();
    expect(containers()).toEqual([]);
  });
});

test("adds events to the data layer, each after a reset", () => {
  setConsent("harbor", "granted");
  void pushToDataLayer(harbor, loaded);
  expect(window.dataLayer).toEqual([{ ecommerce: null }, ...loaded()]);
});

test("sends events of a page without the container first on the next page with it", () => {
  setConsent("harbor", "granted");
  void pushToDataLayer(harbor, loaded);
  delete window.dataLayer;
  resetContainer();
  loadContainer(harbor);
  expect(names()).toEqual(["gtm.js", "begin_checkout"]);
  expect(containers()).toEqual(["https://www.googletagmanager.com/gtm.js?id=GTM-HARBOR1"]);
  loadContainer(harbor);
  expect(containers()).toHaveLength(1);
  // On the next page nothing is pending.
  delete window.dataLayer;
  resetContainer();
  loadContainer(harbor);
  expect(names()).toEqual(["gtm.js"]);
});

test("stops when the consent is withdrawn", () => {
  setConsent("harbor", "granted");
  void pushToDataLayer(harbor, loaded);
  setConsent("harbor", null);
  void pushToDataLayer(harbor, loaded);
  expect(names()).toEqual(["begin_checkout"]);
});

describe("a page that leads elsewhere", () => {
  /** Starts to send, and returns a function that says whether it has finished. */
  const send = (build = loaded): (() => boolean) => {
    let isSent = false;
    void pushToDataLayer(harbor, build, { waits: true }).then(() => (isSent = true));
    return () => isSent;
  };
  const pushed = () => window.dataLayer?.at(-1) as { readonly eventCallback?: () => void };
  beforeEach(() => {
    vi.useFakeTimers();
    return () => vi.useRealTimers();
  });
  afterEach(() => setConsent("harbor", null));

  test("waits until the container has sent its events", async () => {
    setConsent("harbor", "granted");
    loadContainer(harbor);
    const isSent = send();
    await vi.advanceTimersByTimeAsync(900);
    expect(isSent()).toBe(false);
    pushed().eventCallback?.();
    await vi.advanceTimersByTimeAsync(0);
    expect(isSent()).toBe(true);
  });

  test("does not wait longer than a second for a container that is blocked", async () => {
    setConsent("harbor", "granted");
    loadContainer(harbor);
    const isSent = send();
    await vi.advanceTimersByTimeAsync(1000);
    expect(isSent()).toBe(true);
  });

  test.each([
    ["without a container on the page", () => undefined, loaded],
    ["without anything to send", () => loadContainer(harbor), () => []],
  ])("does not wait %s", async (_, load, build) => {
    setConsent("harbor", "granted");
    load();
    const isSent = send(build);
    await vi.advanceTimersByTimeAsync(0);
    expect(isSent()).toBe(true);
  });
});
