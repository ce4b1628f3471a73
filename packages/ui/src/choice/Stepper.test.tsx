import { useState } from "react";
import { expect, test } from "vitest";
import { Announcer } from "../feedback/Announcer.tsx";
import { Stepper } from "./Stepper.tsx";
import { byRole, focus, key, leave, press, show, type } from "../../test/dom.tsx";

const words = { less: "Fewer", more: "More" };

function Tickets({
  start = 0,
  min = 2,
  max = 5,
}: {
  readonly start?: number;
  readonly min?: number;
  readonly max?: number;
}) {
  const [value, setValue] = useState(start);
  return (
    <Announcer>
      <Stepper label="Adult" value={value} onChange={setValue} min={min} max={max} labels={words} />
    </Announcer>
  );
}

const now = () => byRole("spinbutton", "Adult").getAttribute("aria-valuenow");

test("plus starts at the minimum, minus at the minimum returns to 0", () => {
  show(<Tickets />);
  press(byRole("button", "More: Adult"));
  expect(now()).toBe("2");
  press(byRole("button", "Fewer: Adult"));
  expect(now()).toBe("0");
});

test("a button at its limit does nothing and keeps the focus", () => {
  show(<Tickets start={5} />);
  const more = byRole("button", "More: Adult");
  focus(more);
  press(more);
  expect(now()).toBe("5");
  expect(more.getAttribute("aria-disabled")).toBe("true");
  expect(document.activeElement).toBe(more);
});

test("arrow keys count, Home sets 0, End the maximum", () => {
  show(<Tickets />);
  const number = byRole("spinbutton");
  focus(number);
  key("ArrowUp");
  key("ArrowUp");
  expect(now()).toBe("3");
  key("End");
  expect(now()).toBe("5");
  key("ArrowDown");
  expect(now()).toBe("4");
  key("Home");
  expect(now()).toBe("0");
});

test.each([
  ["below the minimum becomes zero", "1", "0"],
  ["above the maximum becomes the maximum", "40", "5"],
  ["letters are not accepted", "3x", "3"],
])("typed: %s", (_, text, settled) => {
  show(<Tickets start={4} />);
  const number = byRole("spinbutton");
  focus(number);
  type(number, text);
  leave(number);
  expect(now()).toBe(settled);
});

test("a change is announced, a press at the limit is not", () => {
  show(<Tickets start={4} />);
  press(byRole("button", "More: Adult"));
  expect(byRole("status").textContent).toBe("5 × Adult");
  press(byRole("button", "Fewer: Adult"));
  expect(byRole("status").textContent).toBe("4 × Adult");
});
