import { describe, expect, test } from "vitest";
import type { IdentityForm } from "@foyer/contract/shop/identityForm.ts";
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
const always = ["first_name", "last_name", "email", "email_confirm"];
const question = (more: object = {}) => ({ type: "string" as const, title: "?", ...more });

describe("a password", () => {
  test.each<[string, IdentityForm[], string]>([
    ["is not asked where nobody asks for one", [form({ phone: {} })], "no"],
    ["may be chosen where a form names it", [form({ phone: {} }), form({ password: {} })], "optional"],
    [
      "has to be where one of them requires it",
      [form({ password: {} }), form({ password: {} }, ["password"])],
      "required",
    ],
    ["is not asked where its context does not fit", [form({ password: { context: "gift" } }, ["password"])], "no"],
  ])("%s", (_, forms, asked) => expect(passwordRequirement(forms, ["checkout", "guest"])).toBe(asked));
});

describe("what is asked", () => {
  test.each<[string, IdentityForm[], string[]]>([
    ["name and e-mail where nothing is configured", [], always],
    ["and what is configured after them", [form({ phone: {}, diet: question() })], [...always, "phone", "diet"]],
    [
      "in the order of the form",
      [form({ diet: question({ propertyOrder: 2 }), phone: { propertyOrder: 1 } })],
      [...always, "phone", "diet"],
    ],
    [
      "by several forms once",
      [form({ phone: {} }), form({ phone: {}, diet: question() })],
      [...always, "phone", "diet"],
    ],
    ["only where its context fits", [form({ diet: question({ context: "member" }) })], always],
    ["or here", [form({ diet: question({ context: "reserve, checkout guest" }) })], [...always, "diet"]],
    ["no password among the answers", [form({ password: {}, password_confirm: {} })], always],
    ["no question that is a mistake", [form({ diet: { title: "No type" } })], always],
    [
      "an address in one place and in its order",
      [form({ zip_code: {}, diet: question(), city: {}, country: {}, phone: {} })],
      [...always, "country", "city", "zip_code", "diet", "phone"],
    ],
  ])("%s", (_, forms, asked) => expect(names(forms)).toEqual(asked));

  test("required when one of the forms says so", () => {
    const fields = identityFields([form({ phone: {} }), form({ phone: {} }, ["phone"])], ["checkout"]);
    expect(fields.find(({ name }) => name === "phone")?.required).toBe(true);
  });
  test("nothing locked is required, and nobody is without a name", () => {
    const fields = identityFields(
      [form({ diet: question({ disabled: true }), first_name: { readOnly: true } }, ["diet"])],
      ["checkout"],
    );
    expect(
      fields
        .filter(({ required }) => required)
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(always.toSorted());
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
  test("which is asked for then", () =>
    expect(names([form({ phone: {} })], true)).toEqual([...always, "phone", "country", "address", "city", "zip_code"]));
  test("and required where it was not", () => {
    const fields = identityFields([form({ city: {}, address_more: {} })], ["checkout"], { needsAddress: true });
    expect(fields.filter(({ required }) => required).map(({ name }) => name)).toEqual([
      ...always,
      "country",
      "address",
      "city",
      "zip_code",
    ]);
  });
});

test("a state is asked for where there is a list of them, and there only", () => {
  const fields = identityFields([form({ state: {} }, ["state"])], ["checkout"]);
  expect(withStates(fields, []).map(({ name }) => name)).toEqual(always);
  expect(withStates(fields, ["NY", "CA"]).at(-1)).toMatchObject({
    name: "state",
    required: true,
    options: ["NY", "CA"],
  });
});

describe("mistakes of a form", () => {
  test.each<[string, IdentityForm, string[]]>([
    ["none", form({ phone: {}, diet: question() }, ["phone", "email"]), []],
    ["no type", form({ diet: { title: "?" } }), ["properties.diet: needs a type or an enum"]],
    ["no title", form({ diet: { type: "string" } }), ["properties.diet: needs a title"]],
    ["a blank context", form({ phone: { context: " " } }), ["properties.phone.context: must not be blank"]],
    ["nobody by that name", form({ phone: {} }, ["fax"]), ["required.0: names no question: 'fax'"]],
    [
      "like a field that is not there",
      form({ again: question({ mustEqual: { field: "card" } }) }),
      ["properties.again.mustEqual.field: names no field: 'card'"],
    ],
    ["a password needs neither type nor title", form({ password: {}, password_confirm: {} }, ["password"]), []],
  ])("%s", (_, mistaken, says) =>
    expect(identityFormErrors(mistaken).map(({ path, error }) => `${path.join(".")}: ${error}`)).toEqual(says),
  );
});

test("forms are found among the meta of events and groups", () => {
  const [one, two] = [form({ phone: {} }), form({ city: {} })];
  expect(
    identityFormsIn([{ identity_form: one }, null, {}, { extra_checkout_fields: two, image_cover: "x" }, "?"]),
  ).toEqual([one, two]);
});
