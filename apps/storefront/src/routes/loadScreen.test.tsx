import { act, Suspense, useState, type ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { showPage } from "../../test/page.tsx";
import { lazyComponent } from "../shared/loading/lazyComponent.ts";
import { failureMs } from "../shared/loading/loadChunk.ts";
import { ErrorBoundary } from "../shell/errors/ErrorBoundary.tsx";
import { useScreen } from "./loadScreen.ts";
import type { ScreenRoute } from "./route.ts";

beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => undefined));
afterEach(() => void vi.restoreAllMocks());

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
  expect(document.body.textContent).toContain("Reload");
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
