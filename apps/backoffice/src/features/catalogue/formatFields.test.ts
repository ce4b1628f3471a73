import { readFileSync } from "node:fs";
import { createElement, type ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { chapterQuery } from "./catalogueQueries.ts";
import { ChapterForm } from "./ChapterFields.tsx";
import { CodeGroupForm } from "./codes/CodeGroupForm.tsx";
import { DiscountList } from "./discounts/DiscountList.tsx";
import { EventPictures } from "./event/EventPictures.tsx";
import { EventTexts } from "./event/EventTexts.tsx";
import { GroupsForm } from "./event/GroupsForm.tsx";
import { EventAfterSale } from "./rules/EventAfterSale.tsx";
import { PriceRulesForm } from "./schedule/PriceRulesForm.tsx";
import { ScheduleForm } from "./schedule/ScheduleForm.tsx";

// Links need the router of the whole application.
vi.mock("@tanstack/react-router", async (original) => ({
  ...(await original<object>()),
  Link: () => null,
  useParams: () => ({ slug: "one" }),
}));
// The editor is loaded only when somebody begins to write; here it is there at once.
vi.mock("./writing/WritingField.tsx", async () => ({
  WritingField: (await import("./writing/WritingEditor.tsx")).WritingEditor,
}));

type Schema = {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly type?: string;
};
const format = JSON.parse(
  readFileSync(new URL("../../../../../docs/catalogue.schema.json", import.meta.url), "utf8"),
) as Schema;

const plain: Readonly<Record<string, unknown>> = { boolean: true, integer: 1, number: 1, object: {} };

/** A value for every field of a part of the format. The paths of these fields are added to `paths`. */
const sampleOf = (schema: Schema, path: string, paths: string[]): unknown => {
  const [choice] = schema.anyOf ?? [];
  if (choice) return sampleOf(choice, path, paths);
  if (schema.properties)
    return Object.fromEntries(
      Object.entries(schema.properties).map(([name, field]) => [
        name,
        sampleOf(field, path === "" ? name : `${path}.${name}`, paths),
      ]),
    );
  if (schema.items?.properties) return [sampleOf(schema.items, `${path}[0]`, paths)];
  paths.push(path);
  if (schema.items) return [sampleOf(schema.items, "", [])];
  return schema.enum ? schema.enum[0] : (plain[schema.type ?? ""] ?? "one");
};

/** The same value without some of its fields, at any depth. A form may hide a field if another one is set. */
const without = (value: unknown, names: readonly string[]): unknown =>
  Array.isArray(value)
    ? value.map((one) => without(one, names))
    : typeof value === "object" && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .filter(([name]) => !names.includes(name))
            .map(([name, one]) => [name, without(one, names)]),
        )
      : value;

/** Keys identify things, so no screen changes them. */
const isKey = (path: string): boolean => path.split(".").at(-1) === "key";
/** Fields that have no form yet (BO-CAT-29) and are edited as the event's YAML. */
const asYaml =
  /^(?:messages|rules)\[|^(?:groups\[0\]\.)?(?:meta\.(?:identity_form|extra_checkout_fields)|additional_info_spec)\./;

type Shown = { readonly chapter: string; readonly paths: readonly string[]; readonly forms: readonly ReactElement[] };

/** The fields whose errors no form shows. */
const missing = ({ chapter, paths, forms }: Shown): string[] => {
  const client = new QueryClient();
  client.setQueryData(chapterQuery("one", "seller").queryKey, { published: {}, draft: null } as never);
  const problems = paths.map((path) => ({ chapter, path, message: `wrong ${path}!` }));
  const html = forms
    .map((form) => createElement(ChapterForm, { value: { problems, chapter, isReadOnly: false } }, form))
    .map((form) => renderToStaticMarkup(createElement(QueryClientProvider, { client }, form)))
    .join("");
  return paths.filter((path) => !html.includes(`wrong ${path}!`));
};

const read = {
  currency: "USD",
  decimals: 2,
  amount_step: 1,
  carts: {},
  published: null,
  timezone: "America/New_York",
  today: "2027-03-01",
  venue: { key: "one", name: "One", closed: [] },
  draft: null,
} as never;
const onEdit = (): void => undefined;
const alternatives = [[], ["every", "ends"], ["event_type"]];

test("every field of an event, its groups, types, prices and schedules has a form, except those edited as YAML", () => {
  const paths: string[] = [];
  const whole = sampleOf(format.properties?.["events"]?.items ?? {}, "", paths);
  const forms = alternatives.flatMap((names) => {
    const shared = { slug: "one", event: without(whole, names) as never, read, onEdit };
    return [EventTexts, EventPictures, GroupsForm, ScheduleForm, PriceRulesForm, EventAfterSale].map((form) =>
      createElement<typeof shared>(form as never, shared),
    );
  });
  const left = missing({ chapter: "event/one", paths, forms });
  expect(paths.length).toBeGreaterThan(150);
  expect(left.filter((path) => !isKey(path) && !asYaml.test(path))).toEqual([]);
  // No form has a part of what is edited as YAML.
  expect(paths.filter((path) => asYaml.test(path) && !left.includes(path))).toEqual([]);
});

test("every field of a discount has a form", () => {
  const paths: string[] = [];
  const discount = sampleOf(format.properties?.["discounts"]?.items ?? {}, "[0]", paths);
  const choices = { code_groups: [{ key: "one", name: "One" }], events: [{ key: "one", name: "One", groups: [] }] };
  const forms = [[], ["percent"], ["percent", "amount"]].map((names) =>
    createElement(DiscountList, {
      discounts: [without(discount, names) as never],
      choices: choices as never,
      currency: "USD",
      onEdit,
    }),
  );
  expect(missing({ chapter: "discounts", paths, forms }).filter((path) => !isKey(path))).toEqual([]);
});

test("every field of a group of codes has a form", () => {
  const paths: string[] = [];
  const group = sampleOf(format.properties?.["codes"]?.items ?? {}, "", paths) as never;
  const forms = [createElement(CodeGroupForm, { slug: "one", group, onEdit })];
  expect(missing({ chapter: "code_group/one", paths, forms }).filter((path) => !isKey(path))).toEqual([]);
});
