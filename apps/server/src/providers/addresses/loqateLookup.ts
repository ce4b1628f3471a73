import * as z from "zod/mini";
import type { AddressSuggestion, AddressItem } from "@foyer/contract/shop/forms/address.ts";
import { tracedCall } from "../../signals/tracing.ts";
import { AddressLookupFailed, type AddressLookup } from "./addressLookup.ts";

/** For tests: another base URL and another timeout. */
export type LoqateOptions = { readonly baseUrl?: string | undefined; readonly timeoutMs?: number };

/** Stored by `foyer seller keys SLUG --loqate`. The versions are those of Capture Interactive. */
export const LoqateKeys = z.strictObject({
  key: z.string().check(z.regex(/^[\w-]{4,64}$/, "is not a key: letters, digits and hyphens")),
  find_version: z.optional(z.string().check(z.regex(/^v\d+\.\d+$/, "must look like v1.10"))),
  retrieve_version: z.optional(z.string().check(z.regex(/^v\d+\.\d+$/, "must look like v1.30"))),
});
export type LoqateKeys = z.infer<typeof LoqateKeys>;

const defaults = { baseUrl: "https://api.addressy.com", find: "v1.10", retrieve: "v1.30", timeoutMs: 2000 } as const;
const maxResults = 10;

/** Text to be shown, cut to a reasonable length. */
const text = z.pipe(
  z.optional(z.nullable(z.string())),
  z.transform((value) => (value ?? "").slice(0, 200)),
);
const Items = z.object({ Items: z.array(z.record(z.string(), z.unknown())) });
const Found = z.object({ Id: z.string().check(z.maxLength(200)), Type: z.string(), Text: text, Description: text });
const Retrieved = z.object({
  Line1: text,
  Line2: text,
  Line3: text,
  Line4: text,
  Line5: text,
  City: text,
  Province: text,
  PostalCode: text,
  CountryIso2: text,
});

/** Loqate's Capture Interactive API: Find and Retrieve. */
export const loqateLookup = (
  keys: LoqateKeys,
  { baseUrl = defaults.baseUrl, timeoutMs = defaults.timeoutMs }: LoqateOptions = {},
): AddressLookup => {
  const fetchItems = async (
    call: string,
    query: Readonly<Record<string, string>>,
  ): Promise<Record<string, unknown>[]> => {
    const url = new URL(`/Capture/Interactive/${call}/json6.ws`, baseUrl);
    for (const [name, value] of Object.entries({ Key: keys.key, ...query })) url.searchParams.set(name, value);
    const send = (): Promise<Response> => fetch(url, { signal: AbortSignal.timeout(timeoutMs), redirect: "error" });
    const answer = await tracedCall("loqate", call.split("/")[0] === "Find" ? "find" : "retrieve", send).catch(
      (error: unknown) => {
        throw new AddressLookupFailed(
          error instanceof Error && error.name === "TimeoutError" ? "timeout" : "no connection",
        );
      },
    );
    if (!answer.ok) throw new AddressLookupFailed(`status ${answer.status}`);
    const body = Items.safeParse(await answer.json().catch(() => undefined));
    if (!body.success) throw new AddressLookupFailed("an unreadable answer");
    const [first, ...others] = body.data.Items;
    // Errors are returned as HTTP 200 with one item. Its text may contain anything, so only its number is passed on.
    if (first && others.length === 0 && "Error" in first)
      throw new AddressLookupFailed(`error ${/^\d{1,5}$/.exec(String(first.Error))?.[0] ?? "without a number"}`);
    return body.data.Items;
  };

  return {
    find: async ({ text = "", container, country }) => {
      const items = await fetchItems(`Find/${keys.find_version ?? defaults.find}`, {
        Text: text,
        ...(container !== undefined && { Container: container }),
        Countries: country,
        Limit: String(maxResults),
        Language: "en",
      });
      return items.slice(0, maxResults).flatMap((item): AddressSuggestion[] => {
        const found = Found.safeParse(item);
        // Streets, buildings and postcodes are all containers of addresses.
        return found.success ? [{ ...found.data, Type: found.data.Type === "Address" ? "Address" : "Container" }] : [];
      });
    },
    retrieve: async (id) => {
      const [item] = await fetchItems(`Retrieve/${keys.retrieve_version ?? defaults.retrieve}`, { Id: id });
      const found = Retrieved.safeParse(item);
      return found.success ? (found.data satisfies AddressItem) : undefined;
    },
  };
};
