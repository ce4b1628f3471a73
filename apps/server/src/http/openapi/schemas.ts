import { isDeepStrictEqual } from "node:util";
import * as basics from "@foyer/contract/basics.ts";
import * as account from "@foyer/contract/shop/account.ts";
import * as captcha from "@foyer/contract/shop/captcha.ts";
import * as cart from "@foyer/contract/shop/cart.ts";
import * as cartChange from "@foyer/contract/shop/cartChange.ts";
import * as catalog from "@foyer/contract/shop/catalog.ts";
import * as checkout from "@foyer/contract/shop/checkout.ts";
import * as codes from "@foyer/contract/shop/codes.ts";
import * as address from "@foyer/contract/shop/forms/address.ts";
import * as identityForm from "@foyer/contract/shop/forms/identityForm.ts";
import * as survey from "@foyer/contract/shop/forms/survey.ts";
import * as giftcards from "@foyer/contract/shop/giftcards.ts";
import * as identity from "@foyer/contract/shop/identity.ts";
import * as listing from "@foyer/contract/shop/listing.ts";
import * as login from "@foyer/contract/shop/login.ts";
import * as membership from "@foyer/contract/shop/membership.ts";
import * as membershipLevel from "@foyer/contract/shop/membershipLevel.ts";
import * as orders from "@foyer/contract/shop/orders/orders.ts";
import * as seating from "@foyer/contract/shop/seating.ts";
import * as sessionFlag from "@foyer/contract/shop/sessionFlag.ts";
import * as sessions from "@foyer/contract/shop/sessions.ts";
import * as ticketOrder from "@foyer/contract/shop/orders/ticketOrder.ts";
import * as z from "zod/mini";
import descriptions from "./descriptions.json" with { type: "json" };
import { scalarExamples } from "./examples.ts";

export type JsonSchema = Record<string, unknown>;

const modules: readonly object[] = [
  basics,
  account,
  address,
  captcha,
  cart,
  cartChange,
  catalog,
  checkout,
  codes,
  giftcards,
  identity,
  identityForm,
  listing,
  login,
  membership,
  membershipLevel,
  orders,
  seating,
  sessionFlag,
  sessions,
  survey,
  ticketOrder,
];

const isSchema = (value: unknown): value is z.ZodMiniType =>
  typeof value === "object" && value !== null && "_zod" in value;

/** The exported schemas of the contract by name. The document refers to them instead of repeating them. */
const names = z.registry<{ id: string }>();
for (const [name, schema] of modules.flatMap((module) => Object.entries(module)))
  if (/^[A-Z]/.test(name) && isSchema(schema) && !names.has(schema)) names.add(schema, { id: name });

const texts: Readonly<Record<string, string>> = descriptions;
/** The contract's comment on an endpoint, a schema or a field. */
export const describe = (path: string): string | undefined => texts[path];

const isNullable = (options: readonly JsonSchema[]): boolean => options.some(({ type }) => type === "null");

/**
 * Adds the contract's comments to a schema and everything inside it. A reference only gets the comment of its own field.
 */
const withDescriptions = (schema: JsonSchema, path: string): JsonSchema => {
  const { properties, items, anyOf, oneOf, additionalProperties } = schema as Record<string, JsonSchema>;
  const union = (options: readonly JsonSchema[]) =>
    options.map((option, index) => withDescriptions(option, isNullable(options) ? path : `${path}#${index}`));
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, property]) => [
          name,
          described(property as JsonSchema, `${path}.${name}`),
        ]),
      ),
    }),
    ...(items && { items: withDescriptions(items, path) }),
    ...(Array.isArray(anyOf) && { anyOf: union(anyOf) }),
    ...(Array.isArray(oneOf) && { oneOf: union(oneOf) }),
    ...(typeof additionalProperties === "object" && {
      additionalProperties: withDescriptions(additionalProperties, path),
    }),
  };
};

const described = (schema: JsonSchema, path: string): JsonSchema => {
  const description = describe(path);
  return { ...withDescriptions(schema, path), ...(description !== undefined && { description }) };
};

/** References point to the document's components. */
const withComponentRefs = (schema: JsonSchema): JsonSchema =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'));

/** Collects the named schemas of a document while its calls are described. */
export class Schemas {
  readonly components: Record<string, JsonSchema> = {};

  /**
   * A schema as JSON Schema, for requests or replies. What JSON Schema cannot express is left to the description.
   * Replies are open: a later version may add fields.
   */
  add(schema: z.ZodMiniType, io: "input" | "output", path: string): JsonSchema {
    const {
      $schema: _,
      $defs = {},
      ...rest
    } = withComponentRefs(
      z.toJSONSchema(schema, {
        target: "draft-2020-12",
        io,
        unrepresentable: "any",
        metadata: names,
        override: ({ zodSchema, jsonSchema }) => {
          const def = zodSchema._zod.def as { readonly type: string; readonly catchall?: unknown };
          if (def.type === "object" && !def.catchall) delete jsonSchema.additionalProperties;
          // Drops bounds that apply to every integer.
          if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
          if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
        },
      }) as JsonSchema,
    );
    for (const [name, definition] of Object.entries($defs as Record<string, JsonSchema>))
      this.#name(name, definition, io);
    return withDescriptions(rest, path);
  }

  #name(name: string, named: JsonSchema, io: "input" | "output"): void {
    const { id: _, ...definition } = named;
    const { [name]: examples } = scalarExamples;
    const component = { ...described(definition, name), ...(examples && { examples }) };
    const known = this.components[name];
    if (known && !isDeepStrictEqual(known, component))
      throw new Error(`${name} is described in two ways; this one is for ${io}.`);
    this.components[name] = component;
  }
}
