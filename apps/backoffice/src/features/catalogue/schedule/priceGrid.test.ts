import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ChapterForm } from "../ChapterFields.tsx";
import { PriceRulesForm } from "./PriceRulesForm.tsx";

const path = "prices[0].amounts.general/child";
const event = {
  groups: [{ key: "general", name: "General", types: [{ key: "adult", name: "Adult", price: "20" }] }],
  prices: [{ when: { on: ["sat"] }, amounts: { "general/adult": "25", "general/child": "12" } }],
};
const read = { currency: "USD", timezone: "America/New_York", today: "2027-03-05", venue: null } as never;

test("the price of a type that was removed stays in the grid with its error, so that it can be emptied", () => {
  const problems = [{ chapter: "event/one", path, message: "this event has no type 'general/child'" }];
  const form = { problems, doubts: [], chapter: "event/one", isReadOnly: false };
  const grid = createElement(PriceRulesForm, { event, read, onEdit: () => undefined });
  const html = renderToStaticMarkup(createElement(ChapterForm, { value: form }, grid));
  const fields = [...html.matchAll(/<input[^>]*aria-label="([^"]*), Rule 1"[^>]*value="(\d+)"/g)];
  expect(fields.map(([, name, value]) => [name, value])).toEqual([
    ["Adult", "25"],
    ["general/child", "12"],
  ]);
  expect(html).toContain("general/child, Rule 1:");
});

const pass = {
  key: "pass",
  name: "Year pass",
  handler: "passes",
  types: [{ key: "adult", name: "Adult", price: "90" }],
};
const season = {
  key: "season",
  name: "Season",
  start_policy: "fixedto",
  types: [{ key: "adult", name: "Adult", price: "60" }],
};
const gridOf = (more: object, doubts: readonly object[] = []): string => {
  const form = { problems: [], doubts: doubts as never, chapter: "event/one", isReadOnly: false };
  const grid = createElement(PriceRulesForm, { event: { ...event, ...more }, read, onEdit: () => undefined });
  return renderToStaticMarkup(createElement(ChapterForm, { value: form }, grid));
};
const rowsOf = (html: string) => [...html.matchAll(/<th scope="row">([^<]*)</g)].map(([, name]) => name);

test("the grid has the types whose price can differ by session, and no pass or ticket with dates of its own", () => {
  const prices = [{ when: { on: ["sat"] }, amounts: { "general/adult": "25" } }];
  expect(rowsOf(gridOf({ groups: [...event.groups, pass, season], prices }))).toEqual(["Adult, General"]);
});

test("a price that a rule sets for a pass stays in the grid with its doubt, so that it can be emptied", () => {
  const at = "prices[0].amounts.pass/adult";
  const prices = [{ when: { on: ["sat"] }, amounts: { "pass/adult": "80" } }];
  const doubts = [{ chapter: "event/one", path: at, message: "has no effect: these tickets are for no session" }];
  const html = gridOf({ groups: [...event.groups, pass], prices }, doubts);
  expect(rowsOf(html)).toEqual(["Adult, General", "Adult, Year pass"]);
  expect(html).toContain("Check: Adult, Year pass, Rule 1:");
});
