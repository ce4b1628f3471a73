import { expect, test } from "vitest";
import {
  button,
  click,
  fakeShop,
  hasChoice,
  openEventPage,
  radio,
  settle,
  sunday,
  text,
} from "../../../../test/reserve/eventPage.tsx";

const failure = "Oops! Sorry, something went wrong. Please try again.";
const withoutAnswers = (part: string) => {
  const state = { hasFailed: true };
  fakeShop.first = (path) => (state.hasFailed && path.endsWith(part) ? { status: 503, body: {} } : undefined);
  return state;
};

test("says that days could not be loaded, and reloads them by a button", async () => {
  const state = withoutAnswers("/calendar");
  await openEventPage();
  expect(text()).toContain(failure);
  expect(hasChoice("Sunday, November 22")).toBe(false);
  state.hasFailed = false;
  await click(button("Try again"));
  await settle();
  expect(hasChoice("Sunday, November 22")).toBe(true);
  expect(text()).not.toContain(failure);
});

test("does the same for times, and keeps the chosen day", async () => {
  const state = withoutAnswers("/sessions");
  await openEventPage();
  await click(radio(sunday));
  expect(text()).toContain(failure);
  state.hasFailed = false;
  await click(button("Try again"));
  await settle();
  expect(hasChoice("10:00")).toBe(true);
  expect(text()).not.toContain(failure);
});
