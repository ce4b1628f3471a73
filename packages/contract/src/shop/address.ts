import * as z from "zod/mini";
import { rows } from "../basics.ts";
import { endpoint } from "../endpoint.ts";

/** Signs before a search begins, and the pause after the last of them in milliseconds (document 2 §9). */
export const addressSearch = { min: 4, debounce_ms: 300 } as const;

const Country = z.string().check(z.regex(/^[A-Za-z]{2}$/));
const text = (most: number) => z.string().check(z.maxLength(most));

/** A suggestion: an address, or a container (a street, a house) with more in it. */
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
    "Addresses that begin like a text, or that are in a container. The provider is asked by the server: its key is never told.",
  query: z.strictObject({
    text: z.optional(text(200)),
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
  query: z.strictObject({ id: text(200), country: Country }),
  reply: z.object({ address: rows(AddressItem) }),
});

export const listStates = endpoint({
  name: "listStates",
  method: "GET",
  path: "/address/states",
  summary: "States or provinces of a country, for those that have a list of them; none of any other.",
  cached: true,
  query: z.strictObject({ country: Country }),
  reply: z.object({ state: rows(z.object({ code: z.string(), name: z.string() })) }),
});
