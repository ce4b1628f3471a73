import { act } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { byRole } from "@foyer/ui/test/dom.tsx";
import { fakeApi, settleUntil, showPage } from "../../../test/page.tsx";
import { showFailure } from "../../shared/errors/failure.ts";
import { lazyComponent } from "../../shared/loading/lazyComponent.ts";
import { ErrorBanner } from "../errors/ErrorBanner.tsx";
import { LoadedHost } from "./LoadedHost.tsx";

beforeEach(() => {
  fakeApi({});
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
  act(() => showFailure(null));
});

const Login = () => <p>Your email</p>;
const text = () => document.body.textContent ?? "";
const showHost = (load: () => Promise<{ Login: typeof Login }>, isAsked: boolean) =>
  showPage(
    <>
      <ErrorBanner />
      <LoadedHost part={lazyComponent([], load)} name="login" isAsked={isAsked}>
        {(part) => <part.Login />}
      </LoadedHost>
    </>,
  );

test("a dialog that was asked for is announced as loading until it is there", async () => {
  const { promise, resolve } = Promise.withResolvers<{ Login: typeof Login }>();
  await showHost(() => promise, true);
  expect(text()).toContain("Loading…");
  await act(async () => resolve({ Login }));
  await settleUntil(() => expect(text()).toContain("Your email"));
  expect(text()).not.toContain("Loading…");
});

test("a part that nobody asked for loads without a word", async () => {
  await showHost(() => new Promise(() => undefined), false);
  expect(text()).not.toContain("Loading…");
});

test("a dialog that cannot be loaded is loaded again by the banner's button, and the page is not reloaded", async () => {
  let isBlocked = true;
  await showHost(() => (isBlocked ? Promise.reject(new Error("blocked")) : Promise.resolve({ Login })), true);
  await settleUntil(() => expect(text()).toContain("Please check your connection and try again."));
  expect(text()).not.toContain("Loading…");
  expect(document.querySelectorAll("[role=alert] button").length).toBe(2);

  await act(async () => byRole("button", "Try again").click());
  await settleUntil(() => expect(byRole("button", "Try again").getAttribute("aria-busy")).toBeNull());
  expect(document.querySelector("[role=status]")?.textContent).toContain("could not be loaded");

  isBlocked = false;
  await act(() => new Promise((resolve) => setTimeout(resolve, 100)));
  await act(async () => byRole("button", "Try again").click());
  await settleUntil(() => expect(text()).toContain("Your email"));
  expect(document.querySelector("[role=alert]")).toBeNull();
});
