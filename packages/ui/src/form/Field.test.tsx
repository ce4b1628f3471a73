import { useState } from "react";
import { expect, test } from "vitest";
import { Button } from "../action/Button.tsx";
import { Field } from "./Field.tsx";
import { MoneyInput } from "./MoneyInput.tsx";
import { TextInput } from "./TextInput.tsx";
import { byRole, focus, key, leave, press, show, type } from "../../test/dom.tsx";

const described = (element: Element) =>
  (element.getAttribute("aria-describedby") ?? "").split(" ").map((id) => document.getElementById(id)?.textContent);

test("links label, error and hint to the control, the error first", () => {
  show(
    <Field label="E-mail" hint="Your tickets go here." error="Enter an e-mail address." required>
      <TextInput type="email" />
    </Field>,
  );
  const input = byRole("textbox");
  expect(document.querySelector("label")?.htmlFor).toBe(input.id);
  expect(described(input)).toEqual(["Enter an e-mail address.", "Your tickets go here."]);
  expect(input.getAttribute("aria-invalid")).toBe("true");
  expect(input.getAttribute("aria-required")).toBe("true");
});

test("a field without error or hint has no description", () => {
  show(
    <Field label="Name">
      <TextInput />
    </Field>,
  );
  expect(byRole("textbox").hasAttribute("aria-describedby")).toBe(false);
  expect(byRole("textbox").hasAttribute("aria-invalid")).toBe(false);
});

test("an amount is formatted on blur", () => {
  function Donation() {
    const [value, setValue] = useState("");
    return (
      <MoneyInput
        sign="$"
        format={(typed) => `${typed.replace(",", ".")}0`}
        value={value}
        onChange={setValue}
        aria-label="Donation"
      />
    );
  }
  show(<Donation />);
  const input = byRole("textbox", "Donation");
  focus(input);
  type(input, "12,5");
  leave(input);
  expect(input).toHaveProperty("value", "12.50");
});

test("an amount shows as the locale writes it, and what is typed stays until the input is left", () => {
  function Donation() {
    const [value, setValue] = useState("12.50");
    return (
      <>
        <MoneyInput
          sign="€"
          format={(typed) => typed.replaceAll(".", "").replace(",", ".")}
          show={(tidied) => tidied.replace(".", ",")}
          value={value}
          onChange={setValue}
          aria-label="Donation"
        />
        <output>{value}</output>
      </>
    );
  }
  show(<Donation />);
  const input = byRole("textbox", "Donation");
  const seen = () => [input.getAttribute("value"), document.querySelector("output")?.textContent];
  expect(seen()).toEqual(["12,50", "12.50"]);
  focus(input);
  leave(input);
  expect(seen()).toEqual(["12,50", "12.50"]);
  focus(input);
  type(input, "1.000");
  expect(seen()).toEqual(["1.000", "1.000"]);
  leave(input);
  expect(seen()).toEqual(["1000", "1000"]);
});

test("tidies an amount before Enter submits its form", () => {
  function Donation() {
    const [value, setValue] = useState("");
    return (
      <MoneyInput
        sign="$"
        format={(typed) => `${typed.replace(",", ".")}0`}
        value={value}
        onChange={setValue}
        aria-label="Donation"
      />
    );
  }
  show(<Donation />);
  const input = byRole("textbox", "Donation");
  type(input, "12,5");
  key("a", input);
  expect(input).toHaveProperty("value", "12,5");
  key("Enter", input);
  expect(input).toHaveProperty("value", "12.50");
});

test("a busy button keeps its name and ignores presses", () => {
  let presses = 0;
  show(
    <Button busy onClick={() => (presses += 1)}>
      Pay
    </Button>,
  );
  press(byRole("button", "Pay"));
  expect(presses).toBe(0);
  expect(byRole("button", "Pay").getAttribute("aria-busy")).toBe("true");
});
