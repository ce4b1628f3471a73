import { useMemo, useSyncExternalStore } from "react";
import { storageKey } from "@foyer/contract/storageKey.ts";
import { useSeller } from "../seller/seller.tsx";

/** The state that is kept across reloads. It contains no card data, passwords or answers. */
export type Saved = {
  readonly cart_id: string | null;
  /** When the cart expires by this browser's clock, in epoch milliseconds. */
  readonly local_expiry: number | null;
  /** The cart that expired in a tab of this browser, so that other tabs can say why it is gone. */
  readonly timed_out: string | null;
  /** The cart whose owner declined more time. */
  readonly declined_extension: string | null;
  readonly skip_upsells: boolean;
  /** Events of the upsell chain, in the order they were visited. */
  readonly upsell_chain: readonly string[];
  /** The membership in the cart renews automatically; sent with the payment. */
  readonly auto_renew: boolean;
  readonly login: { readonly email: string; readonly token: string; readonly redirect_path: string } | null;
};

export const emptySaved: Saved = {
  cart_id: null,
  local_expiry: null,
  timed_out: null,
  declined_extension: null,
  skip_upsells: false,
  upsell_chain: [],
  auto_renew: false,
  login: null,
};

const isText = (value: unknown): value is string =>
  typeof value === "string" && value.length > 0 && value.length <= 2000;
const isId = (value: unknown): value is string => isText(value) && /^[\w-]{1,64}$/.test(value);

const validators: { readonly [K in keyof Saved]: (value: unknown) => value is Saved[K] } = {
  cart_id: (value): value is Saved["cart_id"] => value === null || isId(value),
  local_expiry: (value): value is Saved["local_expiry"] =>
    value === null || (typeof value === "number" && Number.isFinite(value)),
  timed_out: (value): value is Saved["timed_out"] => value === null || isId(value),
  declined_extension: (value): value is Saved["declined_extension"] => value === null || isId(value),
  skip_upsells: (value) => typeof value === "boolean",
  upsell_chain: (value): value is Saved["upsell_chain"] =>
    Array.isArray(value) && value.length <= 100 && value.every(isId),
  // Not present in data of older versions.
  auto_renew: (value): value is Saved["auto_renew"] => value === undefined || typeof value === "boolean",
  login: (value): value is Saved["login"] => {
    if (value === null) return true;
    const flow = value as Record<string, unknown>;
    return typeof value === "object" && isText(flow.email) && isText(flow.token) && isText(flow.redirect_path);
  },
};

/** Parses the stored value. An invalid value is dropped entirely. */
export const readSaved = (text: string | null): Saved => {
  if (text === null) return emptySaved;
  try {
    const value = JSON.parse(text) as Record<string, unknown> | null;
    if (typeof value !== "object" || value === null) return emptySaved;
    const known = Object.keys(validators) as (keyof Saved)[];
    if (!known.every((name) => validators[name](value[name]))) return emptySaved;
    return Object.fromEntries(known.map((name) => [name, value[name] ?? emptySaved[name]])) as Saved;
  } catch {
    return emptySaved;
  }
};

export type SavedStore = {
  readonly get: () => Saved;
  readonly change: (part: Partial<Saved>) => void;
  readonly subscribe: (listener: () => void) => () => void;
};

/** A store for one storage key. Without storage it keeps the value for this page. */
export const createSavedStore = (key: string, storageOf: () => Storage): SavedStore => {
  const listeners = new Set<() => void>();
  const storage = (): Storage | undefined => {
    try {
      return storageOf();
    } catch {
      return undefined;
    }
  };
  const read = (): string | null => {
    try {
      return storage()?.getItem(key) ?? null;
    } catch {
      return null;
    }
  };
  let text = read();
  let saved = readSaved(text);

  const onStorage = (event: StorageEvent) => {
    if (event.key !== null && event.key !== key) return;
    const current = read();
    if (current === text) return;
    text = current;
    saved = readSaved(current);
    for (const listener of listeners) listener();
  };

  return {
    get: () => saved,
    change: (part) => {
      saved = { ...saved, ...part };
      text = JSON.stringify(saved);
      try {
        storage()?.setItem(key, text);
      } catch {
        // Full or blocked: the value in memory stays valid for this page.
      }
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      if (listeners.size === 0) {
        window.addEventListener("storage", onStorage);
        // Another tab may have changed it while nobody was subscribed.
        const current = read();
        if (current !== null && current !== text) saved = readSaved((text = current));
      }
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) window.removeEventListener("storage", onStorage);
      };
    },
  };
};

const stores = new Map<string, SavedStore>();

/** The store of a seller, for use outside components. */
export const savedStoreFor = (slug: string): SavedStore => {
  const key = storageKey(slug);
  const known = stores.get(key) ?? createSavedStore(key, () => window.localStorage);
  stores.set(key, known);
  return known;
};

const subscribeToNothing = () => () => undefined;
const readNothing = () => emptySaved;

/** The saved state and a function to change it, in sync with other tabs. Empty while the server renders. */
export const useSaved = (): readonly [Saved, SavedStore["change"]] => {
  const { slug } = useSeller();
  const store = useMemo(() => (typeof window === "undefined" ? undefined : savedStoreFor(slug)), [slug]);
  const saved = useSyncExternalStore(store?.subscribe ?? subscribeToNothing, store?.get ?? readNothing, readNothing);
  return [saved, store?.change ?? readNothing];
};
