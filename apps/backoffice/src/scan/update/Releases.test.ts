import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Releases } from "./Releases.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] }));
afterEach(() => void vi.useRealTimers());

/** The workers of a browser, of which one controls the page already or none does. */
const browser = (controller: object | null) => {
  const calls: string[] = [];
  const target = Object.assign(new EventTarget(), {
    controller: controller as ServiceWorker | null,
    register: async (script: string) => {
      calls.push(`register ${script}`);
      return { update: async () => void calls.push("update") } as unknown as ServiceWorkerRegistration;
    },
  });
  const page = new EventTarget();
  const releases = new Releases();
  releases.watch(target, page);
  const heard: boolean[] = [];
  releases.subscribe(() => heard.push(releases.hasNewer));
  return { releases, heard, calls, page, takeOver: () => target.dispatchEvent(new Event("controllerchange")) };
};

test("a worker that takes over a page of the release before is a newer one", () => {
  const { releases, heard, takeOver } = browser({});
  expect(releases.hasNewer).toBe(false);
  takeOver();
  expect([releases.hasNewer, heard]).toEqual([true, [true]]);
});

test("the first worker of a page is of its own release, and the next one is newer", () => {
  const { releases, takeOver } = browser(null);
  takeOver();
  expect(releases.hasNewer).toBe(false);
  takeOver();
  expect(releases.hasNewer).toBe(true);
});

test("a page that stays open asks for a newer release every ten minutes, and as soon as there is a network", async () => {
  const { calls, page } = browser({});
  expect(calls).toEqual(["register /_office/scan/worker.js"]);
  await vi.advanceTimersByTimeAsync(12 * 3_600_000);
  expect(calls.filter((call) => call === "update")).toHaveLength(72);
  page.dispatchEvent(new Event("online"));
  await vi.advanceTimersByTimeAsync(0);
  expect(calls.filter((call) => call === "update")).toHaveLength(73);
});
