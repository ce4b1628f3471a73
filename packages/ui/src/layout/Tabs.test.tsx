import { useState } from "react";
import { expect, test } from "vitest";
import { Tabs } from "./Tabs.tsx";
import { allByRole, byRole, focus, key, press, show } from "../../test/dom.tsx";

const tabs = [
  { value: "morning", label: "Morning" },
  { value: "noon", label: "Afternoon", disabledReason: "Sold out" },
  { value: "evening", label: "Evening" },
];

function Times() {
  const [value, setValue] = useState("morning");
  return (
    <Tabs label="Time of day" tabs={tabs} value={value} onChange={setValue}>
      Sessions of the {value}
    </Tabs>
  );
}

const panel = () => byRole("tabpanel").textContent;
const stops = () =>
  allByRole("tab")
    .filter((tab) => tab.tabIndex === 0)
    .map((tab) => tab.textContent);

test("arrow keys move and open, and wrap around", () => {
  show(<Times />);
  focus(byRole("tab", "Morning"));
  key("ArrowLeft");
  expect(document.activeElement?.textContent).toBe("Evening");
  expect(panel()).toBe("Sessions of the evening");
  key("Home");
  expect(panel()).toBe("Sessions of the morning");
  key("End");
  expect(panel()).toBe("Sessions of the evening");
});

test("a disabled tab can be focused, says why and does not open", () => {
  show(<Times />);
  focus(byRole("tab", "Morning"));
  key("ArrowRight");
  expect(document.activeElement?.textContent).toBe("AfternoonSold out");
  press(byRole("tab", "AfternoonSold out"));
  expect(panel()).toBe("Sessions of the morning");
  expect(byRole("tab", "AfternoonSold out").getAttribute("aria-disabled")).toBe("true");
});

test("only the open tab is in the tab order and names the panel", () => {
  show(<Times />);
  press(byRole("tab", "Evening"));
  expect(stops()).toEqual(["Evening"]);
  expect(byRole("tabpanel", "Evening")).toBeDefined();
});
