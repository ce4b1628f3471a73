import { expect, test } from "vitest";
import { makeBoot } from "../../../test/seller.ts";
import { leavesDocument } from "./leavesDocument.ts";

const here = (route: string, gateway: "stripe" | "test" = "stripe") =>
  makeBoot({ configuration: { gateway } }, { shown: { route, path: "/", search: "" }, flags: { newer_manage: true } });

test.each([
  ["turnstile", true],
  ["altcha", false],
])("a captcha by %s needs a document of its own: %s", (provider, own) => {
  const boot = makeBoot(
    { configuration: { captcha: { provider } } },
    { shown: { route: "event", path: "/", search: "" } },
  );
  expect(leavesDocument("/checkout", boot)).toBe(own);
});

test.each([
  ["event", "/checkout", true],
  ["event", "/events?token=1", true],
  ["event", "/events", false],
  ["checkout", "/checkout/7", false],
  ["checkout", "/checkout/complete?orderIds=1", true],
  ["checkout", "/checkout/pending/7", true],
  ["checkout", "/events", true],
  ["checkout-complete", "/events", false],
])("with analytics, opened at %s, then %s: a new document is %s", (route, address, own) => {
  const shown = { route, path: "/", search: "" };
  const web = { analytics: { container_id: "GTM-QUAY01" } };
  expect(leavesDocument(address, makeBoot({ configuration: { gateway: "test" }, web }, { shown }))).toBe(own);
});

test.each([
  ["event", "/checkout", true],
  ["event", "/checkout/7?orderId=1", true],
  ["event", "/events", false],
  ["event", "/checkout/complete?orderIds=1", false],
  ["manage", "/manage/7/confirm", true],
  ["manage-confirm", "/manage/7", true],
  ["checkout", "/manage/7/confirm", false],
  ["checkout", "/checkout/7", false],
  ["checkout", "/checkout/complete?orderIds=1", false],
  ["checkout", "/checkout/pending/7", false],
  ["checkout", "/events", true],
  ["checkout", "/", true],
  ["checkout-complete", "/checkout", true],
])("opened at %s, then %s: a new document is %s", (route, address, own) => {
  expect(leavesDocument(address, here(route))).toBe(own);
  expect(leavesDocument(address, here(route, "test"))).toBe(false);
});
