import { describe, expect, test } from "vitest";
import { isCommonPassword } from "./isCommonPassword.ts";

const personalWords = ["Harbor Museum", "harbor", "Ada", "Lovelace", "ada.lovelace"];

describe("is common", () => {
  test.each([
    "Password1",
    "Password1!",
    "P@ssw0rd",
    "P@ssw0rd123!",
    "Passw0rd!",
    "Pa$$w0rd1",
    "!Password2026",
    "Welcome123",
    "Welcome2026!",
    "Qwerty123!",
    "Qwertyuiop1!",
    "Abcd1234",
    "Abcdef12!",
    "1qaz2WSX!",
    "1234qweR!@#$",
    "Summer2026",
    "Summer2026!",
    "January01!",
    "Monday123",
    "ILoveYou2!",
    "Football99",
    "Michael1985",
    "Superman!1",
    "Dragon123456",
    "Letmein1!",
    "Admin@123",
    "Changeme1!",
    "Aa123456!",
    "Aaaaaaa1",
    "12345678!Ab",
    "Test-1234",
    "Ab1!Ab1!",
    "NewPassword1",
    "SunshineSmile7!",
  ])("the password %s is common", (password) => expect(isCommonPassword(password, personalWords)).toBe(true));

  test.each(["Harbor2026!", "H@rbor-Museum1", "Lovelace1815", "AdaLovelace1!", "Museum-2026"])(
    "%s, with a personal word",
    (password) => expect(isCommonPassword(password, personalWords)).toBe(true),
  );
});

describe("is not common", () => {
  test.each([
    "Lantern-Quay-7",
    "Tr0ub4dor&3",
    "correct Horse battery 9",
    "xK9-mQ2-vB7p",
    "Kettle.Violet.31",
    "Grune-Wiese77",
  ])("the password %s is not common", (password) => expect(isCommonPassword(password, personalWords)).toBe(false));
});
