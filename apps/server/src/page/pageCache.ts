import type { PageScreen } from "@foyer/contract/page.ts";
import { CachedBody } from "../http/cache/cachedBody.ts";
import { ResponseCache } from "../http/cache/responseCache.ts";

export type PageResponse = {
  readonly status: number;
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
};

/** A page that can be sent to every visitor. */
export type CachedPage = Pick<PageResponse, "status" | "headers"> & { readonly body: CachedBody };

export type PageCache = ResponseCache<CachedPage>;

export const toCachedPage = ({ status, html, headers }: PageResponse): CachedPage => ({
  status,
  headers,
  body: new CachedBody(html),
});

/** Errors are not cached. */
export const mayCachePage = ({ status }: CachedPage): boolean => status < 500;

/** Pages are cached for seconds only, so the cache holds no more than was rendered in that time. */
export const createPageCache = (): PageCache =>
  new ResponseCache({
    maxEntries: 2000,
    maxBytes: 64 * 1024 * 1024,
    bytesOf: ({ body, headers }) => body.size + 2 * JSON.stringify(headers).length,
  });

/** Caches screens whose addresses name only what exists. This is checked before the page cache is searched. */
export const createLookupCache = (): ResponseCache<PageScreen> =>
  new ResponseCache({
    maxEntries: 2000,
    maxBytes: 4 * 1024 * 1024,
    bytesOf: (screen) => 2 * JSON.stringify(screen).length,
  });
