import { expect, test } from "vitest";
import * as z from "zod/mini";
import * as account from "./shop/account.ts";
import * as address from "./shop/forms/address.ts";
import * as captcha from "./shop/captcha.ts";
import * as cart from "./shop/cart.ts";
import * as catalog from "./shop/catalog.ts";
import * as codes from "./shop/codes.ts";
import * as giftcards from "./shop/giftcards.ts";
import * as listing from "./shop/listing.ts";
import * as login from "./shop/login.ts";
import * as seating from "./shop/seating.ts";
import * as sessions from "./shop/sessions.ts";
import * as sso from "./shop/sso.ts";
import * as checkout from "./shop/checkout.ts";
import * as membership from "./shop/membership.ts";
import * as orders from "./shop/orders/orders.ts";
import * as wallet from "./shop/wallet.ts";
import type { Endpoint } from "./endpoint.ts";

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === "object" && value !== null && "method" in value && "path" in value && "reply" in value;
const calls = [
  account,
  address,
  captcha,
  cart,
  catalog,
  codes,
  giftcards,
  listing,
  login,
  seating,
  sessions,
  sso,
  checkout,
  membership,
  orders,
  wallet,
].flatMap((modules) => Object.values(modules as Record<string, unknown>).filter(isEndpoint));

/** Paths of the objects within a schema that accept unknown keys. Records accept any key by design and are listed in a test below. */
const openObjects = (schema: unknown, at: string, seen = new Set<unknown>()): string[] => {
  if (typeof schema !== "object" || schema === null || seen.has(schema)) return [];
  seen.add(schema);
  const def = (schema as { _zod?: { def?: Record<string, unknown> } })._zod?.def;
  if (!def) return [];
  const inner = (key: string, next: unknown) => openObjects(next, `${at}.${key}`, seen);
  if (def.type === "object") {
    const catchall = (def.catchall as { _zod?: { def?: { type?: string } } } | undefined)?._zod?.def?.type;
    return [
      ...(catchall === "never" ? [] : [at]),
      ...Object.entries(def.shape as object).flatMap(([key, next]) => inner(key, next)),
    ];
  }
  return ["element", "innerType", "in", "out", "valueType", "left", "right"]
    .flatMap((key) => inner(key, def[key]))
    .concat(((def.options as unknown[]) ?? []).flatMap((option, index) => inner(String(index), option)));
};

const records = (schema: unknown, at: string): string[] => {
  const def = (schema as { _zod?: { def?: Record<string, unknown> } } | undefined)?._zod?.def;
  if (!def) return [];
  if (def.type === "record") return [at];
  if (def.type === "object")
    return Object.entries(def.shape as object).flatMap(([key, next]) => records(next, `${at}.${key}`));
  return ["element", "innerType", "in"].flatMap((key) => records(def[key], at));
};

test("finds the endpoints of every module", () => expect(calls.length).toBeGreaterThan(20));

/** An OpenID provider may add parameters to its redirect; the handler does not receive them. */
const openByDesign: Readonly<Record<string, readonly string[]>> = { finishSsoLogin: ["query"] };
test.each(calls.map((call) => [call.name, call] as const))("%s refuses unknown keys", (name, call) => {
  expect(["params", "query", "body"].flatMap((part) => openObjects(call[part as "body"], part))).toEqual(
    openByDesign[name] ?? [],
  );
});

type SchemaDef = {
  readonly type?: string;
  /** A format such as a UUID. */
  readonly format?: string;
  readonly checks?: readonly {
    readonly _zod: { readonly def: { readonly check: string; readonly pattern?: RegExp } };
  }[];
};
const lengthChecks: ReadonlySet<string> = new Set(["max_length", "length_equals", "string_format"]);

/** Paths of texts, lists and records within a schema that have no maximum length. */
const unboundedValues = (schema: unknown, at: string): string[] => {
  const def = (schema as { _zod?: { def?: Record<string, unknown> & SchemaDef } } | undefined)?._zod?.def;
  if (!def) return [];
  const checks = (def.checks ?? []).map(({ _zod }) => _zod.def.check);
  const isBounded =
    def.format !== undefined ||
    checks.some((check) => lengthChecks.has(check) || (def.type === "record" && check === "custom"));
  const own = ["string", "array", "record"].includes(def.type ?? "") && !isBounded ? [at] : [];
  const shape = def.type === "object" ? Object.entries(def.shape as object) : [];
  return [
    ...own,
    ...shape.flatMap(([key, next]) => unboundedValues(next, `${at}.${key}`)),
    ...["element", "innerType", "in", "keyType", "valueType"].flatMap((key) => unboundedValues(def[key], at)),
    ...((def.options as unknown[]) ?? []).flatMap((option) => unboundedValues(option, at)),
  ];
};

test.each(calls.map((call) => [call.name, call] as const))("%s bounds every value that it receives", (_, call) => {
  expect(["params", "query", "body"].flatMap((part) => unboundedValues(call[part as "body"], part))).toEqual([]);
});

test("an open object is found at any depth", () => {
  const open = z.object({ a: z.string() });
  expect(openObjects(open, "body")).toEqual(["body"]);
  expect(openObjects(z.strictObject({ list: z.optional(z.array(z.union([z.string(), open]))) }), "body")).toHaveLength(
    1,
  );
});

test("only these records accept any key", () => {
  expect([...new Set(calls.flatMap((call) => records(call.body, "body")))].toSorted()).toMatchInlineSnapshot(`
    [
      "body.additionalInfo",
      "body.additional_info",
      "body.campaign",
      "body.identity.additional_info",
    ]
  `);
});

test("the only amounts in a request are the payment offered and the price of a flexible type", () => {
  const keysIn = (schema: unknown): string[] => {
    const def = (schema as { _zod?: { def?: Record<string, unknown> } } | undefined)?._zod?.def;
    if (!def) return [];
    const own = def.type === "object" ? Object.entries(def.shape as object) : [];
    return [
      ...own.flatMap(([key, next]) => [key, ...keysIn(next)]),
      ...["element", "innerType", "in", "valueType"].flatMap((key) => keysIn(def[key])),
      ...((def.options as unknown[]) ?? []).flatMap(keysIn),
    ];
  };
  const keys = new Set(calls.flatMap((call) => keysIn(call.body)));
  expect(keys.has("ticket_types_required")).toBe(true);
  expect(
    [...keys].filter((key) => /total|price|amount|value|fee|discount|balance|cost|sum/.test(key)).toSorted(),
  ).toEqual(["amount", "face_value"]);
});
