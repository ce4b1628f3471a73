import { expect, test } from "vitest";
import { loginActionsOf } from "./loginActions.ts";

test.each([
  ["password", true, ["enter_password"]],
  ["password", false, ["log_in"]],
  ["otp", true, ["send_code"]],
  ["otp", false, ["send_code"]],
  ["otp_or_password", true, ["send_code", "enter_password"]],
  ["otp_or_password", false, ["log_in", "send_code"]],
  ["scan_code_zip", false, ["log_in"]],
] as const)("method %s, step by step: %s", (method, isStepwise, actions) =>
  expect(loginActionsOf(method, isStepwise)).toEqual(actions),
);
