import { expect, test } from "vitest";
import { keepAwake, type AwakeBrowser } from "./keepAwake.ts";

/** A browser whose screen is kept on by the locks that are held; each request is answered by `answer`. */
const browser = () => {
  const locks: { released: boolean; release: () => Promise<void> }[] = [];
  const waiting: (() => void)[] = [];
  const state = { visibility: "visible" as DocumentVisibilityState, isSlow: false, refuses: false };
  const page = Object.defineProperty(new EventTarget(), "visibilityState", {
    get: () => state.visibility,
  }) as AwakeBrowser["page"];
  const request = async () => {
    if (state.isSlow) await new Promise<void>((resolve) => waiting.push(resolve));
    if (state.refuses) throw new DOMException("The battery is low.", "NotAllowedError");
    const lock = { released: state.visibility === "hidden", release: async () => void (lock.released = true) };
    locks.push(lock);
    return lock;
  };
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const turnTo = async (visibility: DocumentVisibilityState) => {
    state.visibility = visibility;
    if (visibility === "hidden") for (const lock of locks) lock.released = true;
    page.dispatchEvent(new Event("visibilitychange"));
    await turn();
  };
  const answer = async () => {
    for (const resolve of waiting.splice(0)) resolve();
    await turn();
  };
  return {
    page,
    state,
    turn,
    turnTo,
    answer,
    countRequests: () => locks.length + waiting.length,
    countHeld: () => locks.filter(({ released }) => !released).length,
    start: () => {
      const stopping = new AbortController();
      keepAwake({ page, wakeLock: { request } }, stopping.signal);
      return stopping;
    },
  };
};

test("the screen is kept on from the start until the end", async () => {
  const phone = browser();
  const stopping = phone.start();
  await phone.turn();
  expect(phone.countHeld()).toBe(1);
  stopping.abort();
  await phone.turnTo("visible");
  expect([phone.countHeld(), phone.countRequests()]).toEqual([0, 1]);
});

test("the screen is kept on again after the page was hidden, with one lock", async () => {
  const phone = browser();
  phone.start();
  await phone.turn();
  await phone.turnTo("hidden");
  expect(phone.countHeld()).toBe(0);
  await phone.turnTo("visible");
  await phone.turnTo("visible");
  expect([phone.countHeld(), phone.countRequests()]).toEqual([1, 2]);
});

test("a page that starts hidden requests nothing until it is shown", async () => {
  const phone = browser();
  phone.state.visibility = "hidden";
  phone.start();
  await phone.turn();
  expect(phone.countRequests()).toBe(0);
  await phone.turnTo("visible");
  expect(phone.countHeld()).toBe(1);
});

test("a lock that arrives after the end is released", async () => {
  const phone = browser();
  phone.state.isSlow = true;
  const stopping = phone.start();
  stopping.abort();
  await phone.answer();
  expect([phone.countHeld(), phone.countRequests()]).toEqual([0, 1]);
});

test("a page that was hidden and shown while it waited for its lock has one", async () => {
  const phone = browser();
  phone.state.isSlow = true;
  phone.start();
  await phone.turnTo("hidden");
  await phone.answer();
  phone.state.isSlow = false;
  await phone.turnTo("visible");
  expect(phone.countHeld()).toBe(1);
});

test("a browser that refuses is asked again when the page is shown the next time", async () => {
  const phone = browser();
  phone.state.refuses = true;
  phone.start();
  await phone.turn();
  expect(phone.countHeld()).toBe(0);
  phone.state.refuses = false;
  await phone.turnTo("visible");
  expect(phone.countHeld()).toBe(1);
});

test("a browser without locks is no error", async () => {
  const { page, turnTo } = browser();
  keepAwake({ page, wakeLock: undefined }, new AbortController().signal);
  await turnTo("visible");
});
