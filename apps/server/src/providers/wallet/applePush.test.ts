import { afterAll, beforeAll, expect, test } from "vitest";
import { createAppleKeys, type AppleTestKeys } from "../../../test/wallet/walletKeys.ts";
import { pushToDevices } from "./applePush.ts";

let appleKeys: AppleTestKeys;
beforeAll(() => {
  appleKeys = createAppleKeys({ passphrase: "open sesame" });
});
afterAll(() => appleKeys.close());

const tokens = ["ab".repeat(32), "cd".repeat(32)];

test("keys that cannot be read fail for every device, and throw nothing", async () => {
  const keys = { ...appleKeys.keys, signer_key_passphrase: "wrong" };
  const outcomes = await pushToDevices(keys, { pushUrl: "https://localhost:1" }, tokens);
  expect([...outcomes.keys()]).toEqual(tokens);
  for (const outcome of outcomes.values())
    expect(outcome).toEqual({ result: "failed", reason: "Apple's push service: the keys cannot be read" });
});

test("a service that cannot be reached fails for every device at once", async () => {
  const keys = { ...appleKeys.keys, signer_key_passphrase: "open sesame" };
  const outcomes = await pushToDevices(keys, { pushUrl: "https://localhost:1" }, tokens);
  expect([...outcomes.values()].map(({ result }) => result)).toEqual(["failed", "failed"]);
});
