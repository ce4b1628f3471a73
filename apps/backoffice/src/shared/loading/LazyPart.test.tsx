import { act } from "react";
import { expect, test } from "vitest";
import { byRole, press, show } from "@foyer/ui/test/dom.tsx";
import { LazyPart } from "./LazyPart.tsx";
import { lazyModule } from "./lazyModule.ts";

const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 5)));

test("a part that cannot be loaded says so at its place and is loaded again by its button", async () => {
  let isOffline = true;
  const lazySeats = lazyModule(() =>
    isOffline ? Promise.reject(new Error("offline")) : Promise.resolve({ Seats: () => <p>A 1</p> }),
  );
  show(
    <>
      <input aria-label="Note" defaultValue="" />
      <LazyPart part={lazySeats}>{(part) => <part.Seats />}</LazyPart>
    </>,
  );
  const note = document.querySelector("input");
  if (note) note.value = "For the press";
  await settle();
  expect(byRole("alert").textContent).toContain("This part of the page could not be loaded.");

  press(byRole("button", "Try again"));
  await settle();
  expect(byRole("alert").textContent).toContain("could not be loaded");

  isOffline = false;
  press(byRole("button", "Try again"));
  await settle();
  expect(document.body.textContent).toBe("A 1");
  expect(document.querySelector("input")).toBe(note);
  expect(note?.value).toBe("For the press");
});
