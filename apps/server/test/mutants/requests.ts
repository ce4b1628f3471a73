import type { Mutant } from "./mutant.ts";

const parse = "apps/server/src/http/parseRequest.ts";
const mistakes = "apps/server/src/http/mistakes.test.ts";

/** Guards of what a request sends. */
export const requestMutants: readonly Mutant[] = [
  {
    name: "unknown_parameter_is_refused",
    protects: "access",
    file: parse,
    changes: [
      {
        from: "  if (result.success)\n",
        to: '  if (result.error?.issues.every(({ code }) => code === "unrecognized_keys")) return {};\n  if (result.success)\n',
      },
    ],
    killedBy: { file: mistakes, test: "an unknown query parameter is bad_field_value and named, in every call" },
  },
  {
    name: "wrong_parameter_is_named",
    protects: "access",
    file: parse,
    changes: [{ from: 'path.join(".")', to: "where" }],
    killedBy: {
      file: mistakes,
      test: "a query parameter is bad_field_value and named, in every call with a value that does not fit",
    },
  },
  {
    name: "wrong_parameter_is_named_once",
    protects: "access",
    file: parse,
    changes: [{ from: "[...new Set(fields)]", to: "fields" }],
    killedBy: { file: mistakes, test: "a query parameter is bad_field_value and named, in every call" },
  },
  {
    name: "wrong_field_of_several_shapes_is_named",
    protects: "access",
    file: parse,
    changes: [{ from: "closestShape(issue.errors)", to: "issue.errors.flat()" }],
    killedBy: { file: mistakes, test: "a refusal of a body names an absent field of the shape that fits best" },
  },
  {
    name: "captcha_of_its_purpose",
    protects: "access",
    file: "apps/server/src/providers/captcha/altcha.ts",
    changes: [{ from: " || data.purpose !== purpose", to: "" }],
    killedBy: {
      file: "apps/server/src/modules/identity/captcha/requireCaptcha.test.ts",
      test: "the built-in captcha refuses an answer for another purpose",
    },
  },
];
