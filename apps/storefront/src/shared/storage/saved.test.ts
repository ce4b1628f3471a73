import { afterEach, describe, expect, test, vi } from "vitest";
import { emptySaved, readSaved, createSavedStore, type Saved } from "./saved.ts";

const full: Saved = {
  cart_id: "0f8fad5b-d9cb-469f-a165-70867728950e",
  local_expiry: 1_795_000_000_000,
  timed_out: "0f8fad5b-d9cb-469f-a165-70867728950d",
  declined_extension: "0f8fad5b-d9cb-469f-a165-70867728950e",
  skip_upsells: true,
  upsell_chain: ["a", "b"],
  auto_renew: true,
  login: { email: "a@example.com", token: "t", redirect_path: "/my" },
};
const key = "foyer.harbor.v1";

afterEach(() => localStorage.clear());

describe("a stored value", () => {
  test("a stored value is read as it was written", () => expect(readSaved(JSON.stringify(full))).toEqual(full));
  test.each([
    ["nothing", null],
    ["no JSON", "{"],
    ["another thing", "42"],
    ["null", "null"],
    ["a field of another kind", JSON.stringify({ ...full, cart_id: 5 })],
    ["a field that is missing", JSON.stringify({ cart_id: null })],
    ["an id that is none", JSON.stringify({ ...full, cart_id: "<script>" })],
    [
      "a moment without end",
      '{"cart_id":null,"local_expiry":1e999,"timed_out":null,"declined_extension":null,"skip_upsells":false,"upsell_chain":[],"login":null}',
    ],
    ["a chain without end", JSON.stringify({ ...full, upsell_chain: Array.from({ length: 101 }, () => "a") })],
  ])("%s is dropped", (_, text) => expect(readSaved(text)).toEqual(emptySaved));
  test("a stored value is kept when written by an older version without auto_renew", () => {
    const { auto_renew: _, ...before } = full;
    expect(readSaved(JSON.stringify(before))).toEqual({ ...full, auto_renew: false });
  });
  test("a stored value loses unknown properties", () =>
    expect(readSaved(JSON.stringify({ ...full, card: "4242" }))).toEqual(full));
});

describe("a store", () => {
  test("saves changes under its key for the next page", () => {
    createSavedStore(key, () => localStorage).change({ cart_id: "c1" });
    expect(Object.keys(localStorage)).toEqual([key]);
    expect(createSavedStore(key, () => localStorage).get()).toEqual({ ...emptySaved, cart_id: "c1" });
  });

  test("follows other tabs while subscribed", () => {
    const store = createSavedStore(key, () => localStorage);
    const listener = vi.fn();
    const leave = store.subscribe(listener);
    localStorage.setItem(key, JSON.stringify(full));
    window.dispatchEvent(new StorageEvent("storage", { key }));
    expect([store.get(), listener.mock.calls.length]).toEqual([full, 1]);
    window.dispatchEvent(new StorageEvent("storage", { key: "another" }));
    expect(listener).toHaveBeenCalledTimes(1);
    localStorage.clear();
    window.dispatchEvent(new StorageEvent("storage", { key: null }));
    expect(store.get()).toEqual(emptySaved);
    leave();
    window.dispatchEvent(new StorageEvent("storage", { key }));
    expect(listener).toHaveBeenCalledTimes(2);
  });

  test.each([
    [
      "blocked",
      () => {
        throw new DOMException("denied", "SecurityError");
      },
    ],
    [
      "full",
      () =>
        ({
          getItem: () => null,
          setItem: () => {
            throw new DOMException("full", "QuotaExceededError");
          },
        }) as unknown as Storage,
    ],
  ])("keeps the value for this page where the storage is %s", (_, storage) => {
    const store = createSavedStore(key, storage);
    store.change({ cart_id: "c1" });
    store.change({ skip_upsells: true });
    expect(store.get()).toEqual({ ...emptySaved, cart_id: "c1", skip_upsells: true });
  });
});
