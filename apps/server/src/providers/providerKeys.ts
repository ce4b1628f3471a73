import type { ProviderKeysTable } from "../db/schema/identities.ts";

export type KeyedProvider = ProviderKeysTable["provider"];

/** A seller's keys for a kind of provider; undefined if none are stored. */
export type KeyFinder = (
  sellerId: string,
  provider: KeyedProvider,
) => Promise<Readonly<Record<string, string>> | undefined>;
