import { describe, expect, test } from "vitest";
import type { IdentityForm } from "@foyer/contract/shop/forms/identityForm.ts";
import {
  identityFormsIn,
  identityFields,
  identityFormErrors,
  passwordRequirement,
  withStates,
} from "./identityFields.ts";

const form = (properties: IdentityForm["properties"], required: string[] = []): IdentityForm => ({
  properties,
  required,
});
const names = (forms: IdentityForm[], needsAddress = false) =>
  identityFields(forms, ["checkout", "guest"], { needsAddress }).map(({ name }) => name);
const coreNames = ["first_name", "last_name", "email", "email_confirm"];
const question = (more: object = {}) => ({ type: "string" as const, title: "?", ...more });

describe("a password", () => {
  test.each<[string, IdentityForm[], string]>([
    ["is not required without a form that has one", [form({ phone: {} })], "no"],
    ["is optional if a form has one", [form({ phone: {} }), form({ password: {} })], "optional"],
    ["is required if one form requires it", [form({ password: {} }), form({ password: {} }, ["password"])], "required"],
    ["is not required in another context", [form({ password: { context: "gift" } }, ["password"])], "no"],
  ])("%s", (_, forms, expected) => expect(passwordRequirement(forms, ["checkout", "guest"])).toBe(expected));
});

describe("what is asked", () => {
  test.each<[string, IdentityForm[], string[]]>([
    ["are name and e-mail address by default", [], coreNames],
    ["are followed by configured ones", [form({ phone: {}, diet: question() })], [...coreNames, "phone", "diet"]],
    [
      "are in the order of the form",
      [form({ diet: question({ propertyOrder: 2 }), phone: { propertyOrder: 1 } })],
      [...coreNames, "phone", "diet"],
    ],
    [
      "appear once for several forms",
      [form({ phone: {} }), form({ phone: {}, diet: question() })],
      [...coreNames, "phone", "diet"],
    ],
    ["leave out a field of another context", [form({ diet: question({ context: "member" }) })], coreNames],
    [
      "include a field with this context among several",
      [form({ diet: question({ context: "reserve, checkout guest" }) })],
      [...coreNames, "diet"],
    ],
    ["leave out the password", [form({ password: {}, password_confirm: {} })], coreNames],
    ["leave out an invalid question", [form({ diet: { title: "No type" } })], coreNames],
    [
      "have the address together and in order",
      [form({ zip_code: {}, diet: question(), city: {}, country: {}, phone: {} })],
      [...coreNames, "country", "city", "zip_code", "diet", "phone"],
    ],
  ])("the fields %s", (_, forms, expected) => expect(names(forms)).toEqual(expected));

  test("what is asked is required if any form requires it", () => {
    const fields = identityFields([form({ phone: {} }), form({ phone: {} }, ["phone"])], ["checkout"]);
    expect(fields.find(({ name }) => name === "phone")?.required).toBe(true);
  });
  test("never requires locked fields and always requires a name", () => {
    const fields = identityFields(
      [form({ diet: question({ disabled: true }), first_name: { readOnly: true } }, ["diet"])],
      ["checkout"],
    );
    expect(
      fields
        .filter(({ required }) => required)
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(coreNames.toSorted());
    expect(fields.find(({ name }) => name === "diet")?.isLocked).toBe(true);
  });

  test.each<[number, string]>([
    [2, "radios"],
    [3, "radios"],
    [4, "select"],
  ])("%d choices: %s", (count, kind) => {
    const choices = Array.from({ length: count }, (_, place) => `choice ${place}`);
    const [field] = identityFields([form({ heard: { enum: choices, title: "?" } })], ["checkout"]).slice(-1);
    expect(field?.kind).toBe(kind);
  });
});

describe("a bank debit needs an address", () => {
  test("asks for it", () =>
    expect(names([form({ phone: {} })], true)).toEqual([
      ...coreNames,
      "phone",
      "country",
      "address",
      "city",
      "zip_code",
    ]));
  test("makes it required", () => {
    const fields = identityFields([form({ city: {}, address_more: {} })], ["checkout"], { needsAddress: true });
    expect(fields.filter(({ required }) => required).map(({ name }) => name)).toEqual([
      ...coreNames,
      "country",
      "address",
      "city",
      "zip_code",
    ]);
  });
});

test("asks for a state only if the country has a list", () => {
  const fields = identityFields([form({ state: {} }, ["state"])], ["checkout"]);
  expect(withStates(fields, []).map(({ name }) => name)).toEqual(coreNames);
  expect(withStates(fields, ["NY", "CA"]).at(-1)).toMatchObject({
    name: "state",
    required: true,
    options: ["NY", "CA"],
  });
});

test.each<[string, IdentityForm, readonly string[], readonly string[]]>([
  ["the state where the country has a list", form({ state: {}, region: {} }, ["region"]), ["ON", "QC"], ["state"]],
  ["the region where the country has no list", form({ state: {}, region: {} }), [], ["region"]],
  ["the region where no state is asked", form({ region: {} }), ["ON", "QC"], ["region"]],
  [
    "both where the region has a label of its own",
    form({ state: {}, region: { title: "Sales region" } }),
    ["ON", "QC"],
    ["state", "region"],
  ],
])("an address form asks for %s", (_, asked, states, expected) => {
  const fields = withStates(identityFields([asked], ["checkout"]), states);
  expect(fields.map(({ name }) => name).filter((name) => !coreNames.includes(name))).toEqual(expected);
});

describe("invalid definitions", () => {
  test.each<[string, IdentityForm, string[]]>([
    ["a valid form has no errors", form({ phone: {}, diet: question() }, ["phone", "email"]), []],
    [
      "a question without type is an error",
      form({ diet: { title: "?" } }),
      ["properties.diet: needs a type or an enum"],
    ],
    ["a question without title is an error", form({ diet: { type: "string" } }), ["properties.diet: needs a title"]],
    ["a blank context is an error", form({ phone: { context: " " } }), ["properties.phone.context: must not be blank"]],
    ["an unknown required field is an error", form({ phone: {} }, ["fax"]), ["required.0: there is no question 'fax'"]],
    [
      "an unknown field to match is an error",
      form({ again: question({ mustEqual: { field: "card" } }) }),
      ["properties.again.mustEqual.field: there is no field 'card'"],
    ],
    ["a password needs neither type nor title", form({ password: {}, password_confirm: {} }, ["password"]), []],
  ])("%s", (_, invalidForm, errors) =>
    expect(identityFormErrors(invalidForm).map(({ path, error }) => `${path.join(".")}: ${error}`)).toEqual(errors),
  );
});

test("finds forms in the meta of events and groups", () => {
  const [one, two] = [form({ phone: {} }), form({ city: {} })];
  expect(
    identityFormsIn([{ identity_form: one }, null, {}, { extra_checkout_fields: two, image_cover: "x" }, "?"]),
  ).toEqual([one, two]);
});
