import { afterEach, expect, test, vi } from "vitest";
import { act, useEffect } from "react";
import { show } from "../../test/dom.tsx";
import { Announcer, useAnnounce } from "./Announcer.tsx";

let announce: ReturnType<typeof useAnnounce> = () => undefined;
function Speaker() {
  const speak = useAnnounce();
  useEffect(() => void (announce = speak), [speak]);
  return null;
}
const announced = () => document.querySelector('[role="status"]')?.textContent;
const say = (text: string, beside = false) => act(() => announce(text, { beside }));
afterEach(() => void vi.useRealTimers());

const ended = "The code has ended.";
test.each([
  { where: "before", one: ended, other: "Added." },
  { where: "after", one: "Added.", other: ended },
])("a text beside another is announced with it, $where it, and alone a second later", ({ one, other }) => {
  vi.useFakeTimers({ toFake: ["performance"] });
  show(
    <Announcer>
      <Speaker />
    </Announcer>,
  );
  expect(announced()).toBe("");
  for (const text of [one, other]) say(text, text === ended);
  expect(announced()).toBe(`${one} ${other}`);
  say("One.");
  expect(announced()).toBe("One.");
  vi.advanceTimersByTime(1000);
  say(ended, true);
  expect(announced()).toBe(ended);
});

test("of several texts in quick succession, the last one is announced", () => {
  show(
    <Announcer>
      <Speaker />
    </Announcer>,
  );
  for (const text of ["1 × Adult", "2 × Adult", "3 × Adult"]) say(text);
  expect(announced()).toBe("3 × Adult");
});

test("a repeated text gets a new element, even immediately", () => {
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
