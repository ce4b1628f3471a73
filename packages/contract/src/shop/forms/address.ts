import * as z from "zod/mini";
import { rows } from "../../basics.ts";
import { endpoint } from "../../endpoint.ts";

/**
 * `min`: characters before a search begins. `debounce_ms`: the pause after the last of them. `timeout_ms`: how long the
 * form waits for an answer. Both in milliseconds.
 */
export const addressSearch = { min: 4, debounce_ms: 300, timeout_ms: 2500 } as const;

const Country = z.string().check(z.regex(/^[A-Za-z]{2}$/));
const text = (most: number) => z.string().check(z.maxLength(most));

/** A suggestion: an address, or a container (a street, a building) that holds several. */
export const AddressSuggestion = z.object({
  Id: z.string(),
  Type: z.enum(["Container", "Address"]),
  Text: z.string(),
  Description: z.string(),
});
export type AddressSuggestion = z.infer<typeof AddressSuggestion>;

export const AddressItem = z.object({
  Line1: z.string(),
  Line2: z.string(),
  Line3: z.string(),
  Line4: z.string(),
  Line5: z.string(),
  City: z.string(),
  Province: z.string(),
  PostalCode: z.string(),
  CountryIso2: z.string(),
});
export type AddressItem = z.infer<typeof AddressItem>;

export const findAddress = endpoint({
  name: "findAddress",
  method: "GET",
  path: "/address/find",
  summary:
    "Searches addresses by the beginning of a text or within a container. The server calls the provider, so that its key stays secret.",
  query: z.strictObject({
    /** At least four characters, unless a container is named. */
    text: z.optional(text(200)),
    /** The `Id` of a suggestion that holds several addresses. */
    container: z.optional(text(200)),
    country: Country,
  }),
  reply: z.object({ address: rows(AddressSuggestion) }),
});

export const retrieveAddress = endpoint({
  name: "retrieveAddress",
  method: "GET",
  path: "/address/retrieve",
  summary: "One address, field by field.",
  query: z.strictObject({
    /** The `Id` of a suggestion. */
    id: text(200),
    country: Country,
  }),
  reply: z.object({ address: rows(AddressItem) }),
});

export const listStates = endpoint({
  name: "listStates",
  method: "GET",
  path: "/address/states",
  summary: "The states or provinces of a country; empty for countries without a list.",
  cached: true,
  query: z.strictObject({ country: Country }),
  reply: z.object({ state: rows(z.object({ code: z.string(), name: z.string() })) }),
});
