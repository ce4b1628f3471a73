import { act, Suspense, useState, type ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { byRole } from "@foyer/ui/test/dom.tsx";
import { settleUntil, showPage } from "../../test/page.tsx";
import { lazyComponent } from "../shared/loading/lazyComponent.ts";
import { failureMs } from "../shared/loading/loadChunk.ts";
import { ErrorBoundary } from "../shell/errors/ErrorBoundary.tsx";
import { useScreen } from "./loadScreen.ts";
import type { ScreenRoute } from "./route.ts";

beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => undefined));
afterEach(() => void vi.restoreAllMocks());

const again = () => byRole("button", "Try again");

/** Navigates to a screen that cannot be loaded, and waits until React shows the error. */
const showBroken = async (broken: ReactNode): Promise<void> => {
  function Page() {
    const [isOpen, setOpen] = useState(false);
    return isOpen ? (
      broken
    ) : (
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
    );
  }
  await showPage(
    <ErrorBoundary>
      <Suspense fallback="waiting">
        <Page />
      </Suspense>
    </ErrorBoundary>,
  );
  await act(async () => document.querySelector("button")?.click());
  await act(async () => new Promise((resolve) => setTimeout(resolve, 600)));
  expect(document.body.textContent).not.toContain("waiting");
  expect(again()).toBeInstanceOf(HTMLButtonElement);
};

test("a screen that cannot be loaded is tried twice and then shows an error", async () => {
  const load = vi.fn(() => Promise.reject(new Error("no network")));
  const route: ScreenRoute = { name: "broken", path: "/broken", source: "broken.tsx", isLight: true, load };
  function Shown() {
    const { Screen } = useScreen(route);
    return <Screen params={{}} />;
  }
  await showBroken(<Shown />);
  expect(load).toHaveBeenCalledTimes(2);
});

test("the button of the error loads the screen again, and what is beside it stays", async () => {
  let isBlocked = true;
  const load = vi.fn(() =>
    isBlocked ? Promise.reject(new Error("blocked")) : Promise.resolve({ Screen: () => <h1>What’s on</h1> }),
  );
  const route: ScreenRoute = { name: "blocked", path: "/blocked", source: "blocked.tsx", isLight: true, load };
  function Shown() {
    const { Screen } = useScreen(route);
    return <Screen params={{}} />;
  }
  function Page() {
    const [isOpen, setOpen] = useState(false);
    return (
      <>
        <input aria-label="Search" onInput={() => setOpen(true)} />
        <ErrorBoundary>
          <Suspense fallback="waiting">{isOpen && <Shown />}</Suspense>
        </ErrorBoundary>
      </>
    );
  }
  await showPage(<Page />);
  const search = document.querySelector("input");
  await act(async () => void search?.dispatchEvent(new Event("input", { bubbles: true })));
  await settleUntil(() => expect(document.body.textContent).toContain("could not be loaded"));
  await act(async () => again().click());
  await settleUntil(() => expect(again().getAttribute("aria-busy")).toBeNull());
  expect(document.querySelector("[role=status]")?.textContent).toContain("could not be loaded");

  isBlocked = false;
  await new Promise((resolve) => setTimeout(resolve, failureMs));
  await act(async () => again().click());
  await settleUntil(() => expect(document.querySelector("h1")?.textContent).toBe("What’s on"));
  expect(document.querySelector("input")).toBe(search);
});

test("so does a part of a screen, and a later attempt loads it again", async () => {
  const load = vi.fn((): Promise<{ readonly text: string }> => Promise.reject(new Error("no network")));
  const lazy = lazyComponent(["part.tsx"], load);
  function Part() {
    return lazy.useLoaded().text;
  }
  await showBroken(<Part />);
  expect(load).toHaveBeenCalledTimes(2);
  load.mockImplementation(() => Promise.resolve({ text: "here" }));
  await new Promise((resolve) => setTimeout(resolve, failureMs));
  expect(await lazy.load()).toEqual({ text: "here" });
});
