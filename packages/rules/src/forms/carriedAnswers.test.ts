import { expect, test } from "vitest";
import type { SurveyAnswers, SurveySpec } from "@foyer/contract/shop/forms/survey.ts";
import { carriedAnswers } from "./carriedAnswers.ts";

const tour: SurveySpec = {
  properties: {
    heard: { title: "How did you hear about us?", enum: ["Radio", "A friend"] },
    age: { title: "Age", type: "integer", minimum: 4 },
    note: { title: "Anything else?", type: "string", context: "checkout" },
  },
};
const film: SurveySpec = {
  properties: {
    heard: { title: "How did you hear about us?", enum: ["Radio", "Posters"] },
    age: { title: "Age", type: "integer", minimum: 12 },
    note: { title: "A note for the projectionist", type: "string" },
  },
};

test.each<[string, SurveySpec, readonly { spec: SurveySpec; answers: SurveyAnswers }[], SurveyAnswers]>([
  [
    "carries every answer to the same questions, those of the checkout too",
    tour,
    [{ spec: tour, answers: { heard: "Radio", age: 9, note: "Late" } }],
    { heard: "Radio", age: 9, note: "Late" },
  ],
  [
    "carries the answers that are valid for the other questions",
    film,
    [{ spec: tour, answers: { heard: "Radio", age: 12 } }],
    { heard: "Radio", age: 12 },
  ],
  ["leaves out a choice that is not offered", film, [{ spec: tour, answers: { heard: "A friend" } }], {}],
  ["leaves out a number below the minimum", film, [{ spec: tour, answers: { age: 9 } }], {}],
  [
    "leaves out the answer to a question of the same name with another wording",
    film,
    [{ spec: tour, answers: { note: "Late" } }],
    {},
  ],
  [
    "takes the first answer to a question",
    tour,
    [
      { spec: tour, answers: { heard: "Radio" } },
      { spec: tour, answers: { heard: "A friend", age: 7 } },
    ],
    { heard: "Radio", age: 7 },
  ],
  ["carries nothing from an order without answers", tour, [{ spec: tour, answers: {} }], {}],
])("%s", (_, spec, given, carried) => {
  expect(carriedAnswers(spec, given)).toEqual(carried);
});
