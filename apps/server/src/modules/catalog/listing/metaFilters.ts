import type { EventMeta } from "@foyer/contract/shop/settings/eventSettings.ts";
import type { Received } from "@foyer/contract/endpoint.ts";
import type { listEvents } from "@foyer/contract/shop/listing.ts";

type ListingRequest = Received<typeof listEvents>;
type MetaFilter = { readonly key: keyof EventMeta; readonly value: boolean | number | readonly string[] };

const prefix = "meta.";

/** The filters on meta keys. The contract defines the keys and parses their values. */
export const metaFiltersOf = (sent: ListingRequest): readonly MetaFilter[] =>
  Object.entries(sent).flatMap(([name, value]) =>
    name.startsWith(prefix) && value !== undefined
      ? [{ key: name.slice(prefix.length) as keyof EventMeta, value: value as MetaFilter["value"] }]
      : [],
  );

/** An unset flag counts as false; any other unset key matches nothing. */
export const matchesMeta = (meta: EventMeta, filters: readonly MetaFilter[]): boolean =>
  filters.every(({ key, value }) => {
    const stored = meta[key];
    if (typeof value === "boolean") return (stored ?? false) === value;
    if (typeof value === "number") return stored === value;
    return typeof stored === "string" && value.includes(stored);
  });

/** Limits meta to the requested keys. Without a request, all keys are returned. */
export const pickMeta = (meta: EventMeta, keys: ListingRequest["metadataKeys"]): EventMeta => {
  if (keys === undefined) return meta;
  const { image_profile, image_profile_alt_text, image_profile_focus, image_profile_no_cropping } = meta;
  const offered = { image_profile, image_profile_alt_text, image_profile_focus, image_profile_no_cropping };
  return Object.fromEntries(keys.flatMap((key) => (offered[key] === undefined ? [] : [[key, offered[key]]])));
};
