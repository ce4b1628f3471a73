import { afterEach, expect, test, vi } from "vitest";
import { act } from "react";
import { show } from "../../test/dom.tsx";
import { Announcer, useAnnounce } from "./Announcer.tsx";

let announce: (text: string) => void = () => undefined;
function Speaker() {
  announce = useAnnounce();
  return null;
}
const announced = () => document.querySelector('[role="status"]')?.textContent;
const say = (text: string) => act(() => announce(text));
afterEach(() => void vi.useRealTimers());

test("texts that come at once are announced together, a later one alone", () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  show(
    <Announcer>
      <Speaker />
    </Announcer>,
  );
  expect(announced()).toBe("");
  say("Added.");
  say("The code has ended.");
  expect(announced()).toBe("Added. The code has ended.");
  vi.advanceTimersByTime(200);
  say("Removed.");
  expect(announced()).toBe("Removed.");
});

test("a text that is said again is a new element, also at once", () => {
  show(
    <Announcer>
      <Speaker />
    </Announcer>,
  );
  say("Seat A1 is chosen.");
  const first = document.querySelector('[role="status"] > *');
  say("Seat A1 is chosen.");
  expect(announced()).toBe("Seat A1 is chosen.");
  expect(document.querySelector('[role="status"] > *')).not.toBe(first);
});
