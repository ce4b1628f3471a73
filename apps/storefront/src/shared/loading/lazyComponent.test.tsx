import { act } from "react";
import { expect, test } from "vitest";
import { show } from "@foyer/ui/test/dom.tsx";
import { lazyComponent } from "./lazyComponent.ts";
import { failureMs } from "./loadChunk.ts";

test("a component whose first load failed is shown when a later load succeeds", async () => {
  let isOffline = true;
  const lazy = lazyComponent([], () =>
    isOffline ? Promise.reject(new Error("offline")) : Promise.resolve({ Calendar: () => <p>November</p> }),
  );
  function Form() {
    const loaded = lazy.useLoadedWhen(true);
    return loaded ? <loaded.Calendar /> : <p>Loading</p>;
  }
  show(<Form />);
  await expect(lazy.load()).rejects.toThrow("not loaded");
  expect(document.body.textContent).toBe("Loading");

  isOffline = false;
  await new Promise((resolve) => setTimeout(resolve, failureMs));
  await act(() => lazy.load());
  expect(document.body.textContent).toBe("November");
});

test("an attempt right after a failed one loads again", async () => {
  let attempts = 0;
  const lazy = lazyComponent([], () =>
    ++attempts <= 2 ? Promise.reject(new Error("offline")) : Promise.resolve({ page: "November" }),
  );
  await expect(lazy.load()).rejects.toThrow("not loaded");
  expect(attempts).toBe(2);
  expect(await lazy.load()).toEqual({ page: "November" });
});
