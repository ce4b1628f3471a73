import { act, useState, type ReactNode } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { byRole } from "@foyer/ui/test/dom.tsx";
import { fakeApi, settleUntil, showPage } from "../../../test/page.tsx";
import { ErrorBoundary } from "../../shell/errors/ErrorBoundary.tsx";
import { lazyComponent } from "./lazyComponent.ts";
import { failureMs } from "./loadChunk.ts";
import { LoadedPart } from "./LoadedPart.tsx";

let isOffline: boolean;
beforeEach(() => {
  isOffline = true;
  fakeApi({});
  // React reports each error that a boundary catches.
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});
afterEach(() => vi.restoreAllMocks());

const Times = () => (
  <section>
    <h2 tabIndex={-1}>Choose a time</h2>
    <button type="button">10:00</button>
  </section>
);
const lazyTimes = (content: () => ReactNode = Times) =>
  lazyComponent([], () => (isOffline ? Promise.reject(new Error("offline")) : Promise.resolve({ Times: content })));
function Form({ times }: { readonly times: ReturnType<typeof lazyTimes> }) {
  const [hasDate, setDate] = useState(false);
  return (
    <>
      <input aria-label="Name" defaultValue="" />
      <button type="button" onClick={() => setDate(true)}>
        Friday
      </button>
      {hasDate && (
        <LoadedPart part={times} placeholder={<p>Loading</p>}>
          {(part) => <part.Times />}
        </LoadedPart>
      )}
    </>
  );
}
const chooseDate = async (times: ReturnType<typeof lazyTimes>) => {
  await showPage(
    <ErrorBoundary>
      <Form times={times} />
    </ErrorBoundary>,
  );
  await act(async () => byRole("button", "Friday").click());
};
const again = () => byRole("button", "Try again");
const name = () => document.querySelector("input");
const alert = () => document.querySelector("[role=alert]")?.textContent ?? "";
const untilFailed = () => settleUntil(() => expect(alert()).toContain("This part of the page could not be loaded."));
const untilShown = () => settleUntil(() => expect(document.querySelector("h2")?.textContent).toBe("Choose a time"));
const afterFailure = () => act(() => new Promise((resolve) => setTimeout(resolve, failureMs + 10)));

describe("a part that cannot be loaded", () => {
  test("says so at its place, and what was typed beside it stays", async () => {
    await chooseDate(lazyTimes());
    const typed = name();
    if (typed) typed.value = "Ada";
    await untilFailed();
    expect(document.body.textContent).not.toContain("Something went wrong");
    expect(name()).toBe(typed);
    expect(name()?.value).toBe("Ada");
  });

  test("is loaded again by its button, which gives the focus to the part", async () => {
    await chooseDate(lazyTimes());
    await untilFailed();
    await afterFailure();
    await act(async () => again().click());
    await untilFailed();
    await settleUntil(() => expect(again().getAttribute("aria-busy")).toBeNull());
    expect(document.querySelector("[role=status]")?.textContent).toContain("could not be loaded");

    isOffline = false;
    await afterFailure();
    again().focus();
    await act(async () => again().click());
    await untilShown();
    expect(alert()).toBe("");
    expect(document.activeElement?.textContent).toBe("Choose a time");
  });

  test("appears when anything else has loaded it, and leaves the focus where it is", async () => {
    const times = lazyTimes();
    await chooseDate(times);
    await untilFailed();
    name()?.focus();
    isOffline = false;
    await afterFailure();
    await act(() => times.load());
    await untilShown();
    expect(document.activeElement).toBe(name());
  });

  test("is loaded again when the connection is back", async () => {
    await chooseDate(lazyTimes());
    await untilFailed();
    isOffline = false;
    await afterFailure();
    act(() => void window.dispatchEvent(new Event("online")));
    await untilShown();
  });
});

test("a modal without a placeholder says that it is loading", async () => {
  await showPage(
    <LoadedPart part={lazyComponent([], () => new Promise<object>(() => undefined))} modal="times">
      {() => null}
    </LoadedPart>,
  );
  expect(document.querySelector("p[role=status]")?.textContent).toContain("Loading…");
});

test("an error within a loaded part is left to the page", async () => {
  isOffline = false;
  const broken = () => {
    throw new Error("a mistake");
  };
  await chooseDate(lazyTimes(broken));
  await settleUntil(() => expect(document.body.textContent).toContain("Something went wrong"));
});
