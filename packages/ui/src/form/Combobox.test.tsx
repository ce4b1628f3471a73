import { act, useState } from "react";
import { beforeEach, expect, test } from "vitest";
import { Combobox } from "./Combobox.tsx";
import type { ComboboxOption } from "./useListbox.ts";
import { Field } from "./Field.tsx";
import { allByRole, byRole, focus, key, leave, press, show, type } from "../../test/dom.tsx";

const houses: readonly ComboboxOption[] = [
  { id: "1", text: "1 Pier Road", description: "Town" },
  { id: "2", text: "2 Pier Road", description: "Town" },
];
const street: readonly ComboboxOption[] = [{ id: "s", text: "Pier Road", isContainer: true }];

const none: readonly ComboboxOption[] = [];
let chosen: string[];
let sent: number;
function Search({ found }: { readonly found: readonly ComboboxOption[] }) {
  const [text, setText] = useState("");
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        sent += 1;
      }}
    >
      <Field label="Address" error="Choose one">
        <Combobox
          value={text}
          onText={setText}
          options={text.startsWith("pier") ? found : none}
          empty={text === "nowhere" ? "No addresses found" : undefined}
          listLabel="Suggestions"
          onChoose={(id) => chosen.push(id)}
        />
      </Field>
    </form>
  );
}
beforeEach(() => {
  chosen = [];
  sent = 0;
});
const field = () => byRole("combobox");
const active = () => document.getElementById(field().getAttribute("aria-activedescendant") ?? "")?.textContent;
const isOpen = () => field().getAttribute("aria-expanded") === "true";
const search = (found: readonly ComboboxOption[]) => {
  show(<Search found={found} />);
  focus(field());
  type(field(), "pier road");
};

test("has role, controlled list and error message", () => {
  show(<Search found={houses} />);
  expect(field().getAttribute("aria-controls")).toBe(byRole("listbox").id);
  expect(field().getAttribute("aria-autocomplete")).toBe("list");
  expect(field().getAttribute("aria-invalid")).toBe("true");
  expect(document.getElementById(field().getAttribute("aria-describedby") ?? "")?.textContent).toBe("Choose one");
  expect(document.querySelector("label")?.getAttribute("for")).toBe(field().id);
  expect(isOpen()).toBe(false);
});

test("arrow keys move through the list and wrap around, Enter chooses, the focus stays", () => {
  search(houses);
  expect(isOpen()).toBe(true);
  expect(active()).toBeUndefined();
  key("ArrowDown");
  expect(active()).toBe("1 Pier RoadTown");
  key("ArrowDown");
  key("ArrowDown");
  expect(active()).toBe("1 Pier RoadTown");
  key("ArrowUp");
  expect(active()).toBe("2 Pier RoadTown");
  expect(allByRole("option").map((one) => one.getAttribute("aria-selected"))).toEqual(["false", "true"]);
  key("Enter");
  expect(chosen).toEqual(["2"]);
  expect(isOpen()).toBe(false);
  expect(document.activeElement).toBe(field());
  expect(sent).toBe(0);
});

test("Enter does not submit the form while the list is shown; Escape closes the list", () => {
  search(houses);
  const event = new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true });
  act(() => void field().dispatchEvent(event));
  expect(event.defaultPrevented).toBe(true);
  expect(chosen).toEqual([]);
  key("Escape");
  expect(isOpen()).toBe(false);
  const after = new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true });
  act(() => void field().dispatchEvent(after));
  expect(after.defaultPrevented).toBe(false);
});

test("choosing a container keeps the list open", () => {
  search(street);
  key("ArrowDown");
  key("Enter");
  expect(chosen).toEqual(["s"]);
  expect(isOpen()).toBe(true);
});

test("a press chooses and keeps the focus in the field", () => {
  search(houses);
  const [first] = allByRole("option");
  const down = new Event("pointerdown", { bubbles: true, cancelable: true });
  act(() => void first?.dispatchEvent(down));
  expect(down.defaultPrevented).toBe(true);
  if (first) press(first);
  expect(chosen).toEqual(["1"]);
});

test("shows a text without options, and closes on blur", () => {
  show(<Search found={houses} />);
  focus(field());
  type(field(), "nowhere");
  expect(isOpen()).toBe(true);
  leave(field());
  expect(isOpen()).toBe(false);
});
