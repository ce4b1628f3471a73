import { describe, expect, test } from "vitest";
import type { SurveySpec } from "@foyer/contract/shop/forms/survey.ts";
import {
  answerProblems,
  cleanAnswers,
  appliesInContext,
  checkSurvey,
  surveyFields,
  surveySpecErrors,
  type EnteredAnswers,
} from "./survey.ts";

type Question = SurveySpec["properties"][string];
const spec = (properties: Record<string, Partial<Question>>, required: string[] = []): SurveySpec => ({
  properties: Object.fromEntries(
    Object.entries(properties).map(([name, question]) => [name, { title: name, ...question }]),
  ),
  required,
});
const one = (question: Partial<Question>, required = false) =>
  surveyFields(spec({ q: question }, required ? ["q"] : []), ["reserve", "guest"]);

test.each<[Partial<Question>, string | undefined]>([
  [{ enum: ["a", "b", "c"] }, "radios"],
  [{ enum: ["a", "b", "c", "d"] }, "select"],
  [{ type: "string", enum: ["a"] }, "radios"],
  [{ type: "string", format: "email" }, "email"],
  [{ format: "date" }, "date"],
  [{ type: "integer" }, "number"],
  [{ type: "number" }, "number"],
  [{ type: "string" }, "text"],
  [{ type: "boolean" }, "checkbox"],
  [{}, undefined],
])("the kind of %j is %s", (question, kind) => expect(one(question)[0]?.kind).toBe(kind));

test("sorts questions by order, those without one last", () =>
  expect(
    surveyFields(
      spec({
        d: { type: "string" },
        b: { type: "string", propertyOrder: 2 },
        a: { type: "string", propertyOrder: 1 },
        e: { type: "string" },
        c: { type: "string", propertyOrder: 2 },
      }),
      ["reserve"],
    ).map(({ name }) => name),
  ).toEqual(["a", "b", "c", "d", "e"]));

test.each([
  [undefined, ["reserve", "guest"], true],
  ["reserve", ["reserve", "guest"], true],
  ["reserve member", ["reserve", "guest"], false],
  ["reserve member", ["member", "reserve"], true],
  ["checkout, reserve  guest", ["reserve", "guest"], true],
  ["checkout", ["reserve"], false],
  ["", ["reserve"], false],
  [" , ", ["reserve"], false],
])("a question for %j in %j", (context, current, applies) => expect(appliesInContext(context, current)).toBe(applies));

describe("invalid definitions", () => {
  test.each([
    ["a valid survey has no errors", spec({ q: { type: "string", context: "reserve, checkout guest" } }, ["q"]), []],
    ["a question without type is an error", spec({ q: {} }), ["properties.q: needs a type or an enum"]],
    [
      "a blank context is an error",
      spec({ q: { type: "string", context: " " } }),
      ["properties.q.context: must not be blank"],
    ],
    [
      "a blank entry of a context is an error",
      spec({ q: { type: "string", context: "reserve,," } }),
      ["properties.q.context: must not be blank"],
    ],
    [
      "an unknown word of a context is an error",
      spec({ q: { type: "string", context: "lobby" } }),
      [
        "properties.q.context: knows no word 'lobby', only reserve, checkout, membership, buy, renew, gift, member, guest",
      ],
    ],
    ["an empty list of choices is an error", spec({ q: { enum: [] } }), ["properties.q.enum: has no choices"]],
    ["a repeated choice is an error", spec({ q: { enum: ["a", "a"] } }), ["properties.q.enum: has a choice twice"]],
    [
      "a blank choice is an error",
      spec({ q: { enum: ["a", " "] } }),
      ["properties.q.enum: has a choice that is blank or begins or ends with a space"],
    ],
    [
      "a maximum below the minimum is an error",
      spec({ q: { type: "integer", minimum: 3, maximum: 1 } }),
      ["properties.q.maximum: is less than minimum (3)"],
    ],
    [
      "an unknown required question is an error",
      spec({ q: { type: "string" } }, ["x"]),
      ["required.0: there is no question 'x'"],
    ],
  ])("%s", (_, wrong, errors) =>
    expect(surveySpecErrors(wrong).map(({ path, error }) => `${path.join(".")}: ${error}`)).toEqual(errors),
  );
  test("invalid definitions does not ask an invalid question", () =>
    expect(surveyFields(spec({ q: {}, r: { type: "string" } }), []).map(({ name }) => name)).toEqual(["r"]));
});

describe("answers", () => {
  const cases: [string, Partial<Question>, EnteredAnswers[string], unknown, string?][] = [
    ["text is trimmed", { type: "string" }, " steps ", "steps"],
    ["empty text is dropped", { type: "string" }, "  ", undefined],
    ["a number is converted", { type: "integer" }, " 12 ", 12],
    ["a number stays", { type: "number" }, 1.5, 1.5],
    ["a fraction is no whole number", { type: "integer" }, "1.5", 1.5, "not_whole"],
    ["a word is no number", { type: "integer" }, "twelve", "twelve", "not_number"],
    ["an exponent is no number", { type: "number" }, "1e3", "1e3", "not_number"],
    ["too small", { type: "integer", minimum: 2 }, "1", 1, "too_small"],
    ["too large", { type: "integer", maximum: 2 }, "3", 3, "too_large"],
    ["bounds are inclusive", { type: "integer", minimum: 2, maximum: 2 }, "2", 2],
    ["a choice", { enum: ["a", "b"] }, "a", "a"],
    ["a choice no longer offered is dropped", { enum: ["a", "b"] }, "c", undefined],
    ["a ticked checkbox is true", { type: "boolean" }, "true", true],
    ["an untouched checkbox is false", { type: "boolean" }, undefined, false],
    ["an address", { format: "email" }, "ada@example.org", "ada@example.org"],
    ["no address", { format: "email" }, "ada", "ada", "not_email"],
    ["a day", { format: "date" }, "2028-02-29", "2028-02-29"],
    ["no day", { format: "date" }, "2027-02-29", "2027-02-29", "not_date"],
    ["text of 1000 characters is kept", { type: "string" }, "a".repeat(1000), "a".repeat(1000)],
    ["text of 1001 characters is too long", { type: "string" }, "a".repeat(1001), "a".repeat(1001), "too_long"],
  ];
  test.each(cases)("answers are cleaned and checked: %s", (_, question, given, kept, problem) => {
    expect(cleanAnswers(one(question), { q: given })["q"]).toEqual(kept);
    expect(answerProblems(one(question), { q: given }).map(({ message }) => message)).toEqual(problem ? [problem] : []);
  });

  test.each([
    [{ type: "string" }, " "],
    [{ enum: ["a"] }, "b"],
    [{ type: "boolean" }, false],
    [{ type: "integer" }, undefined],
  ] satisfies [Partial<Question>, EnteredAnswers[string]][])("%j is required, and %j is no answer", (question, given) =>
    expect(answerProblems(one(question, true), { q: given })).toEqual([{ question: "q", message: "required" }]),
  );
  test("zero is an answer", () => expect(answerProblems(one({ type: "integer" }, true), { q: "0" })).toEqual([]));
});

describe("the answers of a request", () => {
  const survey = spec(
    {
      diet: { enum: ["All", "None"] },
      age: { type: "integer", minimum: 4 },
      card: { type: "string", context: "reserve member" },
    },
    ["diet", "card"],
  );
  test.each([
    ["are cleaned", { diet: "All", age: 5 }, { answers: { diet: "All", age: 5 } }],
    ["lose answers of another context", { diet: "All", card: "7" }, { answers: { diet: "All" } }],
    ["lack a required answer", {}, { problems: [{ question: "diet", message: "required" }] }],
    ["refuse an unknown question", { diet: "All", x: 1 }, { problems: [{ question: "x", message: "unknown" }] }],
    [
      "refuse the name of an object's own property",
      { diet: "All", toString: "x" },
      { problems: [{ question: "toString", message: "unknown" }] },
    ],
    [
      "refuse an answer outside the choices",
      { diet: "Ham" },
      { problems: [{ question: "diet", message: "not_option" }] },
    ],
    [
      "are checked against their bounds",
      { diet: "None", age: 3 },
      { problems: [{ question: "age", message: "too_small" }] },
    ],
  ])("survey answers in a request %s", (_, answers, result) =>
    expect(checkSurvey(survey, ["reserve", "guest"], answers)).toEqual(result),
  );
  test("require more of a member", () =>
    expect(checkSurvey(survey, ["reserve", "member"], { diet: "All" })).toEqual({
      problems: [{ question: "card", message: "required" }],
    }));
});
