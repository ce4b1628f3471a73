import { useState } from "react";
import { expect, test } from "vitest";
import { Field } from "./Field.tsx";
import { PasscodeInput, passcodeOf } from "./PasscodeInput.tsx";
import { show, type } from "../../test/dom.tsx";

function Code({ alphanumeric = false }) {
  const [value, setValue] = useState("");
  return (
    <Field label="Passcode">
      <PasscodeInput length={6} value={value} onChange={setValue} alphanumeric={alphanumeric} />
    </Field>
  );
}
const boxes = (container: HTMLElement) =>
  [...container.querySelectorAll("[aria-hidden]")].map((box) => box.textContent);

test.each([
  ["a whole code", "123456", false, "123456"],
  ["spaces as a mail writes them", " 123 456 ", false, "123456"],
  ["the digits of a pasted sentence", "Your code: 123456", false, "123456"],
  ["letters and hyphens where codes contain letters", "a1b-2c3", true, "a1b2c3"],
  ["more than there is room for", "1234567", false, "123456"],
])("the passcode field takes %s", (_, typed, alphanumeric, kept) =>
  expect(passcodeOf(typed, { length: 6, alphanumeric })).toBe(kept),
);

test("is one field with one label and six decorative boxes", () => {
  const { place: container } = show(<Code />);
  const inputs = container.querySelectorAll("input");
  expect(inputs).toHaveLength(1);
  const [input] = inputs;
  if (!input) throw new Error("no input");
  expect(container.querySelector("label")?.htmlFor).toBe(input.id);
  expect(input.autocomplete).toBe("one-time-code");
  expect(input.inputMode).toBe("numeric");
  type(input, "12 34-56 78");
  expect(input.value).toBe("123456");
  expect(boxes(container)).toEqual(["1", "2", "3", "4", "5", "6"]);
});

test("shows the full keyboard where codes contain letters", () => {
  const { place: container } = show(<Code alphanumeric />);
  expect(container.querySelector("input")?.inputMode).toBe("text");
});
