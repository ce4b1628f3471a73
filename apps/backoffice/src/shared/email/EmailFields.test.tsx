import { expect, test } from "vitest";
import { press, show, type } from "@foyer/ui/test/dom.tsx";
import { EmailFields, useEmailChoice } from "./EmailFields.tsx";

type Fields = Partial<Parameters<typeof EmailFields>[0]>;
const email = { to: "ada@example.com", subject: "A gift card", text: "Hello Ada,\n\nyour card" };

function Dialog(fields: Fields) {
  const choice = useEmailChoice();
  return (
    <>
      <EmailFields choice={choice} email={email} {...fields} />
      <output>{JSON.stringify(choice.sent)}</output>
    </>
  );
}

const element = (selector: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`There is no ${selector}.`);
  return found;
};
const sentence = (): HTMLElement => element("input:not([type='checkbox'])");
const sent = (): unknown => JSON.parse(element("output").textContent);
const text = (): string => document.body.textContent;

test("an e-mail is shown with the sentence that is added, or is not sent", () => {
  show(<Dialog />);
  expect(text()).toContain("Email to ada@example.com");
  expect(sent()).toEqual({});
  type(sentence(), "Happy birthday.");
  expect(text()).toContain("Hello Ada,\n\nHappy birthday.\n\nyour card");
  expect(sent()).toEqual({ email: { is_sent: true, sentence: "Happy birthday." } });
  press(element("input[type='checkbox']"));
  expect(text()).not.toContain("your card");
  expect(sent()).toEqual({ email: { is_sent: false } });
});

test("an e-mail that cannot be shown says why, and keeps what was typed", () => {
  const page = show(<Dialog />);
  type(sentence(), "Happy birthday.");
  page.update(<Dialog failure={new Error("The server cannot be reached.")} />);
  expect(text()).toContain("The email cannot be shown now: The server cannot be reached.");
  expect(text()).not.toContain("your card");
  expect(sent()).toEqual({ email: { is_sent: true, sentence: "Happy birthday." } });
});

test("an e-mail that has to be sent offers no choice, and one to nobody says so", () => {
  const page = show(<Dialog isNeeded />);
  expect(document.querySelector("input[type='checkbox']")).toBeNull();
  page.update(<Dialog email={null} nobody="Without an email address, nothing is sent." />);
  expect(text()).toContain("Without an email address, nothing is sent.");
});
