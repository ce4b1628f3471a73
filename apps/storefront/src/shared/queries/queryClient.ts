import { QueryClient } from "@tanstack/react-query";

/**
 * Answers stay fresh for a moment, so that embedded ones are not fetched again. `call` does the retries. Without a network,
 * reads wait for it, while a change fails with a message, because a paused one would wait silently.
 */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { staleTime: 15_000, gcTime: 5 * 60_000, retry: false, refetchOnWindowFocus: false },
      mutations: { retry: false, networkMode: "always" },
    },
  });
