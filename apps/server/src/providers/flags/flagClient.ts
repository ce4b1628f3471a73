import { ErrorCode, OpenFeature, type Client, type EvaluationDetails, type Provider } from "@openfeature/server-sdk";
import { BoundedCache } from "../../cache/boundedCache.ts";
import { previewSuffix } from "@foyer/contract/reservedSlugs.ts";
import { flagDefaults, flagNames, type FlagName, type Flags } from "@foyer/contract/flags.ts";

/** Feature flags by seller. `flagsOf` returns the last known values at once. */
export type FlagClient = {
  /** By the seller's slug. A preview has the flags of the seller whose slug its own starts with. */
  readonly flagsOf: (seller: string) => Flags;
  /**
   * Fetches the flags of these sellers, a few at a time and for a few seconds at most; the rest is fetched when first
   * needed. So a start with ten thousand sellers neither floods the service nor waits for it.
   */
  readonly refresh: (sellers: readonly string[]) => Promise<void>;
  readonly close: () => Promise<void>;
};

type Log = { warn(fields: object, message: string): void };

/** Milliseconds: how long flags are cached, and how long a reply may take. */
const cacheMs = 30_000;
const timeoutMs = 2_000;
/** The number of sellers whose flags `refresh` fetches at once, and how long it starts new fetches. */
const refreshedAtOnce = 8;
const refreshMs = 3_000;

/** Every flag has its default. */
export const defaultFlagClient: FlagClient = {
  flagsOf: () => flagDefaults,
  refresh: () => Promise.resolve(),
  close: () => Promise.resolve(),
};

let clientCount = 0;

/**
 * Reads flags through OpenFeature from any provider. If the provider is late, fails or returns anything but a boolean,
 * the flags keep their last values.
 */
export const createFlagClient = async (
  provider: Provider,
  log: Log,
  clock: () => number = () => performance.now(),
): Promise<FlagClient> => {
  // OpenFeature registers providers by name for the whole process, so each client needs its own name.
  const domain = `foyer-${++clientCount}`;
  await withTimeout(OpenFeature.setProviderAndWait(domain, provider)).catch((error: unknown) => logFailure(log, error));
  const client = OpenFeature.getClient(domain);
  const cache = new BoundedCache<{ readonly flags: Flags; readonly until: number }>({
    maxEntries: 10_000,
    maxBytes: 8 * 1024 * 1024,
    bytesOf: () => 100 * flagNames.length,
    clock,
  });
  /** One for each seller whose flags are being fetched; each ends within the timeout. */
  const pendingFetches = new Map<string, Promise<void>>();

  const fetchFlags = (seller: string): Promise<void> => {
    const pending = pendingFetches.get(seller);
    if (pending) return pending;
    const fetching = evaluate(client, seller, cache.get(seller)?.flags ?? flagDefaults)
      .then((flags) => {
        cache.set(seller, { flags, until: clock() + cacheMs });
      })
      .catch((error: unknown) => {
        // Retried when the cache expires, not with every request.
        cache.set(seller, { flags: cache.get(seller)?.flags ?? flagDefaults, until: clock() + cacheMs });
        logFailure(log, error);
      })
      .finally(() => pendingFetches.delete(seller));
    pendingFetches.set(seller, fetching);
    return fetching;
  };

  return {
    flagsOf: (slug) => {
      const seller = slug.replace(previewSuffix, "");
      const cached = cache.get(seller);
      if (!cached || cached.until <= clock()) void fetchFlags(seller);
      return cached?.flags ?? flagDefaults;
    },
    refresh: async (sellers) => {
      const until = clock() + refreshMs;
      const waiting = sellers.values();
      const fetchInTurn = async (): Promise<void> => {
        for (const seller of waiting) {
          await fetchFlags(seller);
          if (clock() >= until) return;
        }
      };
      await Promise.all(Array.from({ length: refreshedAtOnce }, fetchInTurn));
    },
    close: async () => {
      await Promise.all(pendingFetches.values());
      await provider.onClose?.();
    },
  };
};

const evaluate = async (client: Client, seller: string, previous: Flags): Promise<Flags> => {
  const context = { targetingKey: seller, seller };
  const answers = await withTimeout(
    Promise.all(
      flagNames.map(async (name) => [name, await client.getBooleanDetails(name, previous[name], context)] as const),
    ),
  );
  const flagOf = (name: FlagName, { value, errorCode }: EvaluationDetails<boolean>): boolean =>
    errorCode === ErrorCode.FLAG_NOT_FOUND ? flagDefaults[name] : typeof value === "boolean" ? value : previous[name];
  return Object.fromEntries(answers.map(([name, details]) => [name, flagOf(name, details)])) as Flags;
};

const withTimeout = <T>(work: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs);
  });
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer));
};

const logFailure = (log: Log, error: unknown): void =>
  log.warn(
    { event: "flags_unavailable", err: error instanceof Error ? error.message : String(error) },
    "feature flags could not be read; the last known values stay in effect",
  );
