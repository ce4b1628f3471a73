import { expect, test } from "vitest";
import { changedHolder } from "./changedHolder.ts";

const adult = { named: "yes", emailed: "yes" } as const;
const second = { named: "yes", emailed: "optional" } as const;
const child = { named: "optional", emailed: "no" } as const;
const guest = { named: "no", emailed: "no" } as const;
const rosa = { name: "Rosa Ortega", email: "rosa@ortega.example" };
const nobody = { name: null, email: null };

test.each([
  ["another person", adult, { name: "Pilar Ortega", email: "pilar@ortega.example" }],
  ["a person without an address where it is optional", second, { name: "Pilar Ortega", email: null }],
  ["nobody where the name is optional", child, nobody],
])("a card takes %s", (_, rule, sent) => expect(changedHolder(rule, rosa, sent)).toMatchObject({ name: sent.name }));

test.each([
  ["without a name that the level asks for", adult, rosa, { ...rosa, name: null }, "holder_name", "required"],
  ["without an address that the level asks for", adult, rosa, { ...rosa, email: null }, "holder_email", "required"],
  ["with one word as a name", second, rosa, { ...rosa, name: "Rosa" }, "holder_name", "not_a_name"],
  ["with something else than an address", second, rosa, { ...rosa, email: "rosa" }, "holder_email", "not_email"],
  ["with an address where the level has none", child, nobody, rosa, "holder_email", "not_asked"],
  [
    "with a name where the level has none",
    guest,
    nobody,
    { name: "Rosa Ortega", email: null },
    "holder_name",
    "not_asked",
  ],
] as const)("a card is refused %s", (_, rule, current, sent, field, message) =>
  expect(changedHolder(rule, current, sent)).toEqual({ problem: { field, message } }),
);

test("fields that the level does not ask for stay unchanged", () =>
  expect(changedHolder(guest, rosa, nobody)).toEqual(rosa));

test("an address that stays is kept although the rule for addresses refuses it", () => {
  const odd = { name: "Rosa Ortega", email: "r..o@ortega.example" };
  expect(changedHolder(adult, odd, { name: "Rosa Ortega Ruiz", email: "R..O@ortega.example" })).toEqual({
    name: "Rosa Ortega Ruiz",
    email: odd.email,
  });
  expect(changedHolder(adult, rosa, odd)).toEqual({ problem: { field: "holder_email", message: "not_email" } });
});
