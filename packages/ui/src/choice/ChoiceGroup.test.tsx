import { useState } from "react";
import { expect, test } from "vitest";
import { ChoiceGroup } from "./ChoiceGroup.tsx";
import { allByRole, byRole, focus, key, press, show } from "../../test/dom.tsx";

const options = [
  { value: "21", label: "21", disabledReason: "Sold out" },
  { value: "22", label: "22", detail: "from $22", spoken: "Sunday, November 22" },
  { value: "23", label: "23", detail: "from $18" },
];

function Dates({ start }: { readonly start?: string }) {
  const [value, setValue] = useState(start);
  return <ChoiceGroup label="Date" options={options} value={value} onChoose={setValue} />;
}

const checked = () => allByRole("radio").filter((radio) => radio.getAttribute("aria-checked") === "true").length;
const stop = () =>
  allByRole("radio")
    .filter((radio) => radio.tabIndex === 0)
    .map((radio) => allByRole("radio").indexOf(radio));

test("puts the first available option into the tab order", () => {
  show(<Dates />);
  expect(stop()).toEqual([1]);
});

test("puts the chosen option into the tab order", () => {
  show(<Dates start="23" />);
  expect(stop()).toEqual([2]);
});

test("arrow keys move the focus without choosing", () => {
  show(<Dates />);
  focus(byRole("radio", "Sunday, November 22 from $22"));
  key("ArrowDown");
  expect(document.activeElement).toBe(byRole("radio", "23from $18"));
  expect(stop()).toEqual([2]);
  expect(checked()).toBe(0);
  key("ArrowRight");
  expect(document.activeElement).toBe(allByRole("radio")[0]);
});

test("a press chooses; a disabled option only shows its reason", () => {
  show(<Dates />);
  press(byRole("radio", "21Sold out"));
  expect(checked()).toBe(0);
  press(byRole("radio", "23from $18"));
  expect(byRole("radio", "23from $18").getAttribute("aria-checked")).toBe("true");
});
