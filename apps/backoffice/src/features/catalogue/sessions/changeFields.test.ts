import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ChangeFields, changeOf, noChange, type TypedChange } from "./ChangeFields.tsx";

const types = [{ key: "general/adult", name: "Adult", price: "12.00" }];

test.each<[Partial<TypedChange>, string]>([
  [{ capacity: "12.5" }, "A whole number, at most 1,000,000."],
  [{ capacity: "1000001" }, "A whole number, at most 1,000,000."],
  [{ oversell: "-1" }, "A whole number, at most 1,000,000."],
  [{ kind: "time", later: "0" }, "Whole minutes other than 0, at most 527,040."],
  [{ kind: "time", later: "527041" }, "Whole minutes other than 0, at most 527,040."],
  [{ kind: "length", minutes: "44641" }, "Whole minutes, from 1 to 44,640."],
  [{ kind: "prices", prices: { "general/adult": "12.345" } }, "An amount such as 12.00."],
])("a change of %j is not sent, and its field says what is valid", (fields, message) => {
  const typed = { ...noChange, ...fields };
  expect(changeOf(typed, types)).toBeUndefined();
  const html = renderToStaticMarkup(createElement(ChangeFields, { typed, types, onChange: () => undefined }));
  expect(html).toContain(message);
  expect(html).toContain('aria-invalid="true"');
});

test.each<[Partial<TypedChange>, object]>([
  [{ capacity: "1000000" }, { capacity: 1_000_000 }],
  [{ kind: "time", later: "-527040" }, { move_minutes: -527_040 }],
  [{ kind: "length", minutes: "44640" }, { minutes: 44_640 }],
  [{ kind: "prices", prices: { "general/adult": "12.5" } }, { prices: { "general/adult": "12.5" } }],
])("a change of %j is sent as %j", (fields, change) => {
  const typed = { ...noChange, ...fields };
  expect(changeOf(typed, types)).toEqual(change);
  const html = renderToStaticMarkup(createElement(ChangeFields, { typed, types, onChange: () => undefined }));
  expect(html).not.toContain("aria-invalid");
});
