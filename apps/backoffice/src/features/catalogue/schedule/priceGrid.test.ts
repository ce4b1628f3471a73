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
