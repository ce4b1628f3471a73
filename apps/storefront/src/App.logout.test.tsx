import { describe, expect, test, vi } from "vitest";
import { byRole } from "@foyer/ui/test/dom.tsx";
import { makeCart, cartReply } from "../test/cart/fixtures.tsx";
import { emptySaved, savedStoreFor } from "./shared/storage/saved.ts";
import {
  answers,
  closeApp,
  cart_id,
  setLoginCookie,
  openApp,
  press,
  eventually,
  address,
  callNames,
  link,
  main,
} from "../test/app.tsx";

describe("logging out", () => {
  test("ends the session and clears everything about the visitor", async () => {
    setLoginCookie("full");
    savedStoreFor("harbor").change({ cart_id, local_expiry: Date.now() + 600_000, skip_upsells: true });
    answers["GET /api/my/cart/:id"] = () => cartReply(makeCart());
    await openApp("/events");
    await eventually(() => press(byRole("button", "Hello, Ada")));
    press(link("Log out"));
    await eventually(() => expect(address()).toBe("/harbor/events"));
    await eventually(() => expect(link("Log in")).toBeInstanceOf(HTMLElement));
    expect(callNames()).toContain("POST /api/logout");
    expect(savedStoreFor("harbor").get()).toEqual(emptySaved);
    expect(document.body.textContent).not.toContain("Ada");
  });

  test("redirects to the external logout", async () => {
    const replaced = vi.spyOn(window.location, "replace").mockImplementation(() => undefined);
    await openApp("/logout", {
      configuration: { authentication: "external" },
      web: { external_urls: { logout: "https://id.example/out" } },
    }).catch(() => undefined);
    await eventually(() => expect(replaced).toHaveBeenCalledWith("https://id.example/out"));
  });

  test("redirects to the provider's logout by a path of this site only", async () => {
    const replaced = vi.spyOn(window.location, "replace").mockImplementation(() => undefined);
    const sellerOverrides = { configuration: { authentication: "sso" } } as const;
    answers["POST /api/logout"] = () => ({ logged_out: true, logout_url: "/api/sso/leave?_seller=harbor&trip=x" });
    await openApp("/logout", sellerOverrides).catch(() => undefined);
    await eventually(() => expect(replaced).toHaveBeenCalledWith("/api/sso/leave?_seller=harbor&trip=x"));
    closeApp();
    answers["POST /api/logout"] = () => ({ logged_out: true, logout_url: "//evil.example" });
    await openApp("/logout", sellerOverrides).catch(() => undefined);
    await eventually(() => expect(address()).toBe("/harbor/events"));
    expect(replaced).toHaveBeenCalledTimes(1);
  });

  test("shows a message when the logout URL is not configured", async () => {
    await openApp("/logout", { configuration: { authentication: "external" } });
    await eventually(() => expect(main()).toContain("External logout URL missing"));
  });

  test("in another tab takes effect within a second", async () => {
    setLoginCookie("full");
    savedStoreFor("harbor").change({ skip_upsells: true });
    await openApp("/resend");
    await eventually(() => expect(byRole("button", "Hello, Ada")).toBeInstanceOf(HTMLElement));
    const startedAt = performance.now();
    setLoginCookie("");
    await eventually(() => expect(link("Log in")).toBeInstanceOf(HTMLElement));
    expect(performance.now() - startedAt).toBeLessThan(1300);
    await eventually(() => expect(address()).toBe("/harbor/events"));
    expect(savedStoreFor("harbor").get()).toEqual(emptySaved);
  });

  test("follows a login in another tab as well", async () => {
    await openApp("/resend");
    setLoginCookie("full");
    await eventually(() => expect(byRole("button", "Hello, Ada")).toBeInstanceOf(HTMLElement));
    expect(address()).toBe("/harbor/resend");
  });
});

test("redirects home and closes dialogs when the session has expired", async () => {
  setLoginCookie("full");
  answers["GET /api/my/user"] = () => ({ user: { _data: [] } });
  savedStoreFor("harbor").change({ skip_upsells: true });
  await openApp("/resend");
  await eventually(() => expect(address()).toBe("/harbor/events"));
  await eventually(() => expect(link("Log in")).toBeInstanceOf(HTMLElement));
  expect(savedStoreFor("harbor").get()).toEqual(emptySaved);
  expect(document.cookie).not.toContain("foyer-in.harbor");
});

describe("home", () => {
  const web = { membership_presell: true, membership_event_id: "e1" };
  test("shows the options to a visitor", async () => {
    const page = await openApp("/", { web });
    expect(page.querySelector("main")?.textContent).toContain("Already a member");
  });
  test("is skipped for a visitor who is logged in", async () => {
    setLoginCookie("full");
    await openApp("/", { web });
    await eventually(() => expect(address()).toBe("/harbor/events"));
  });
});
