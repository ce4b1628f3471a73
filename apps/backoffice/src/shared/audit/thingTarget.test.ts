import { describe, expect, test } from "vitest";
import { rolePermissions } from "@foyer/contract/office/staff/permissions.ts";
import { thingTarget } from "./thingTarget.ts";

const id = "0198f7a0-0000-7000-8000-000000000001";
const everybody = (): boolean => true;
const canOf = (role: keyof typeof rolePermissions) => (permission: string) =>
  rolePermissions[role].some((one) => one === permission);

describe("an entry of the audit log leads to its thing", () => {
  test.each([
    ["order", "123", { to: "/$slug/orders/$number", params: { number: "123" } }],
    ["payment", id, { to: "/$slug/money/payments/$payment", params: { payment: id } }],
    ["member", id, { to: "/$slug/members/$id", params: { id } }],
    ["gift_card", id, { to: "/$slug/gift-cards/$id", params: { id } }],
    ["payment_plan", "10023", { to: "/$slug/plans/$number", params: { number: "10023" } }],
    ["bulk_job", id, { to: "/$slug/bulk/$id", params: { id } }],
    ["session", id, { to: "/$slug/orders", search: { event_session_id: id } }],
    ["chapter", "event/visit", { to: "/$slug/catalogue/event/$key", params: { key: "visit" } }],
    ["chapter", "brand", { to: "/$slug/catalogue/chapter/$", params: { _splat: "brand" } }],
    ["device", id, { to: "/$slug/gate" }],
    ["till", id, { to: "/$slug/tills" }],
    ["payment_keys", "stripe", { to: "/$slug/payment-keys" }],
    ["webhook", "evt_1", { to: "/$slug/money" }],
    ["counter_sale", id, { to: "/$slug/counter" }],
    ["code_group", id, { to: "/$slug/codes", search: { code_group_id: id } }],
    ["code_group", "several", { to: "/$slug/codes" }],
  ])("%s %s", (entity_kind, entity_id, expected) => {
    expect(thingTarget({ entity_kind, entity_id, shown_by: null }, everybody)).toEqual(expected);
  });

  test.each(["email", "counter_sale"])("or to what a %s is about", (entity_kind) => {
    const order = { entity_kind, entity_id: id, shown_by: { kind: "order", id: "123" } };
    const target = { to: "/$slug/orders/$number", params: { number: "123" } };
    expect(thingTarget(order, everybody)).toEqual(target);
    expect(thingTarget(order, canOf("finance"))).toEqual(target);
  });

  test.each(["call", "email", "saved_view", "person", "constructor"])("but a %s has no screen", (entity_kind) => {
    expect(thingTarget({ entity_kind, entity_id: id, shown_by: null }, everybody)).toBeNull();
  });

  test("but never to a screen that the reader cannot see", () => {
    const member = { entity_kind: "member", entity_id: id, shown_by: null };
    expect(thingTarget(member, canOf("manager"))).not.toBeNull();
    expect(thingTarget(member, canOf("finance"))).toBeNull();
    expect(
      thingTarget({ entity_kind: "payment_keys", entity_id: "stripe", shown_by: null }, canOf("manager")),
    ).toBeNull();
    const ofMember = { entity_kind: "email", entity_id: id, shown_by: { kind: "member", id } };
    expect(thingTarget(ofMember, canOf("manager"))).not.toBeNull();
    expect(thingTarget(ofMember, canOf("finance"))).toBeNull();
  });
});
