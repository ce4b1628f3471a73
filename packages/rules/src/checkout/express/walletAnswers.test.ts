import { expect, test } from "vitest";
import { identityFields } from "../../forms/identityFields.ts";
import { isWithinWallet, walletAnswers, type WalletOwner } from "./walletAnswers.ts";

const properties = {
  phone: {},
  country: {},
  address: {},
  address_more: {},
  city: {},
  state: {},
  zip_code: {},
  favourite_room: { type: "string" },
} as const;
const fieldsOf = (...names: readonly (keyof typeof properties)[]) =>
  identityFields(
    [{ properties: Object.fromEntries(names.map((name) => [name, properties[name]])), required: [...names] }],
    ["checkout", "guest"],
  );

const ada: WalletOwner = {
  name: "Ada Byron King",
  email: "ada@example.com",
  phone: "+1 212 555 0100",
  address: {
    country: "us",
    line1: "1 Pier Road",
    line2: "",
    city: "New York",
    state: "NY",
    postal_code: "10004",
  },
};
const person = {
  first_name: "Ada",
  last_name: "Byron King",
  email: "ada@example.com",
  email_confirm: "ada@example.com",
};
const home = { country: "US", address: "1 Pier Road", city: "New York", state: "NY", zip_code: "10004" };

test.each([
  ["name and e-mail where nothing else is asked", ada, fieldsOf(), {}, person],
  ["a phone number where it is asked", ada, fieldsOf("phone"), {}, { ...person, phone: "+1 212 555 0100" }],
  [
    "an address where it is asked, with the country that the form preselects",
    ada,
    fieldsOf("country", "address", "address_more", "city", "state", "zip_code"),
    { country: "GB" },
    { ...person, ...home },
  ],
  ["a post code alone", ada, fieldsOf("zip_code"), {}, { ...person, zip_code: "10004" }],
  ["nothing of the seller's own questions", ada, fieldsOf("favourite_room"), {}, person],
  [
    "no name over one that is typed",
    ada,
    fieldsOf(),
    { first_name: "Augusta" },
    { email: person.email, email_confirm: person.email },
  ],
  [
    "no e-mail address over one that is typed",
    ada,
    fieldsOf(),
    { email: "augusta@example.com" },
    { first_name: "Ada", last_name: "Byron King" },
  ],
  [
    "no address where a part of one is typed",
    ada,
    fieldsOf("country", "address", "city", "zip_code"),
    { country: "GB", city: "London" },
    person,
  ],
  ["a single name as the first name", { name: "Plato" }, fieldsOf(), {}, { first_name: "Plato" }],
  ["nothing of a wallet that says nothing", {}, fieldsOf("phone"), {}, {}],
  [
    "nothing that is too long for its field",
    { name: `${"a".repeat(60)} Byron` },
    fieldsOf(),
    {},
    { last_name: "Byron" },
  ],
] as const)("takes %s", (_, owner, fields, answers, taken) => {
  expect(walletAnswers(owner, fields, answers)).toEqual(taken);
});

test.each([
  ["the amount that was shown", 5900, 5900, true],
  ["less", 5900, 4900, true],
  ["more", 5900, 5901, false],
  ["nothing", 5900, 0, false],
])("a wallet pays %s: %s of %s", (_, shown, remaining, pays) => {
  expect(isWithinWallet(shown, remaining)).toBe(pays);
});
