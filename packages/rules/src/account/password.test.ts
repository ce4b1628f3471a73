import { describe, expect, test } from "vitest";
import { loginLimits } from "@foyer/contract/shop/login.ts";
import { passwordLengths, passwordProblems } from "./password.ts";

const special = "~`!@#$%^&*()_-+={[}]|\\:;\"'<,>.?/";

describe("a new password", () => {
  test.each([
    ["three classes and eight characters", "Lantern7", []],
    ["all four classes", "Lantern-Quay-7", []],
    ["a space within", "Lantern quay 7", []],
    ["nothing", "", ["required"]],
    ["seven signs", "Lanter7", ["short"]],
    ["two classes", "lantern77", ["few_classes"]],
    ["one class", "lanternquay", ["few_classes"]],
    ["lower case, number and special", "lantern-7", []],
    ["upper case, number and special", "LANTERN-7", []],
    ["a space is no special character", "lantern quay", ["few_classes"]],
    ["a space before it", " Lantern-7", ["outer_space"]],
    ["a space after it", "Lantern-7 ", ["outer_space"]],
    ["a line break after it", "Lantern-7\n", ["outer_space", "not_printable"]],
    ["a letter beyond ASCII", "Länterne-7", ["not_printable"]],
    ["an invisible character", "Lantern\u00007x", ["not_printable"]],
    ["254 signs", `Aa1${"x".repeat(251)}`, []],
    ["255 signs", `Aa1${"x".repeat(252)}`, ["long"]],
    ["several things at once", " Äb", ["short", "outer_space", "not_printable", "few_classes"]],
  ])("the problems of a password are listed: %s", (_, password, problems) =>
    expect(passwordProblems(password)).toEqual(problems),
  );

  test.each(special.split(""))("%s is a special sign", (sign) =>
    expect(passwordProblems(`lantern7${sign}`)).toEqual([]),
  );

  test("a new password has the lengths of the contract", () => expect(passwordLengths).toEqual(loginLimits.password));
});
