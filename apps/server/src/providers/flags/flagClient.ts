import { ErrorCode, OpenFeature, type Client, type EvaluationDetails, type Provider } from "@openfeature/server-sdk";
import { flagDefaults, flagNames, type FlagName, type Flags } from "@foyer/contract/flags.ts";

/** Feature flags by seller. `of` answers at once with what was last heard. */
export type FlagClient = {
  /** By slug. */
  readonly flagsOf: (seller: string) => Flags;
  /** Asks for these sellers and waits, at most as long as an answer may take. */
  readonly refresh: (sellers: readonly string[]) => Promise<void>;
  readonly close: () => Promise<void>;
};

type Log = { warn(fields: object, message: string): void };

/** How long what was heard is good for, and how long an answer may take, in milliseconds. */
const cacheMs = 30_000;
const timeoutMs = 2_000;
const maxSellers = 5_000;

/** Flags of a house that asks nobody. */
export const defaultFlagClient: FlagClient = {
  flagsOf: () => flagDefaults,
  refresh: () => Promise.resolve(),
  close: () => Promise.resolve(),
};

let clientCount = 0;

/**
 * Reads flags through OpenFeature from whatever provider is given. Each flag is a boolean or it is its default: a
 * service that is late, gone or answers something else changes nothing of what was heard before.
 */
export const createFlagClient = async (
  provider: Provider,
  log: Log,
  clock: () => number = () => performance.now(),
): Promise<FlagClient> => {
  // Providers are kept by name in the whole process; each desk has one of its own.
  const domain = `foyer-${++clientCount}`;
  await withTimeout(OpenFeature.setProviderAndWait(domain, provider)).catch((error: unknown) => logFailure(log, error));
  const client = OpenFeature.getClient(domain);
  const cache = new Map<string, { flags: Flags; until: number }>();
  const pendingFetches = new Map<string, Promise<void>>();

  const fetchFlags = (seller: string): Promise<void> => {
    const pending = pendingFetches.get(seller);
    if (pending) return pending;
    const fetching = evaluate(client, seller, cache.get(seller)?.flags ?? flagDefaults)
      .then((flags) => {
        if (cache.size >= maxSellers) cache.clear();
        cache.set(seller, { flags, until: clock() + cacheMs });
      })
      .catch((error: unknown) => {
        // Asked again when this is over, not with every request.
        cache.set(seller, { flags: cache.get(seller)?.flags ?? flagDefaults, until: clock() + cacheMs });
        logFailure(log, error);
      })
      .finally(() => pendingFetches.delete(seller));
    pendingFetches.set(seller, fetching);
    return fetching;
  };

  return {
    flagsOf: (seller) => {
      const cached = cache.get(seller);
      if (!cached || cached.until <= clock()) void fetchFlags(seller);
      return cached?.flags ?? flagDefaults;
    },
    refresh: async (sellers) => void (await Promise.all(sellers.map(fetchFlags))),
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
    "feature flags could not be read; what was heard before counts",
  );
