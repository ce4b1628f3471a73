import { ResponseCache } from "./http/cache/responseCache.ts";
import type { CachedReply } from "./http/mount.ts";
import { createPageCache, type PageCache } from "./page/pageCache.ts";

/** The replies that a server caches. */
export type AppCaches = {
  /** Replies under /cached_api. */
  readonly replies: ResponseCache<CachedReply>;
  readonly pages: PageCache;
};

export const createAppCaches = (): AppCaches => ({
  replies: new ResponseCache({
    maxEntries: 5000,
    maxBytes: 64 * 1024 * 1024,
    bytesOf: ({ body }) => body.size,
  }),
  pages: createPageCache(),
});
