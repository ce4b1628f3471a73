import { ErrorCode, OpenFeature, type Client, type EvaluationDetails, type Provider } from "@openfeature/server-sdk";
import { flagDefaults, flagNames, type FlagName, type Flags } from "@foyer/contract/flags.ts";

/** Feature flags by seller. `of` answers at once with what was last heard. */
export type FlagDesk = {
  /** By slug. */
  readonly of: (seller: string) => Flags;
  /** Asks for these sellers and waits, at most as long as an answer may take. */
  readonly read: (sellers: readonly string[]) => Promise<void>;
  readonly close: () => Promise<void>;
};

type Log = { warn(fields: object, message: string): void };

/** How long what was heard is good for, and how long an answer may take, in milliseconds. */
const freshFor = 30_000;
const deadline = 2_000;
const mostSellers = 5_000;

/** Flags of a house that asks nobody. */
export const defaultFlags: FlagDesk = {
  of: () => flagDefaults,
  read: () => Promise.resolve(),
  close: () => Promise.resolve(),
};

let desks = 0;

/**
 * Reads flags through OpenFeature from whatever provider is given. Each flag is a boolean or it is its default: a
 * service that is late, gone or answers something else changes nothing of what was heard before.
 */
export const flagDesk = async (
  provider: Provider,
  log: Log,
  clock: () => number = () => performance.now(),
): Promise<FlagDesk> => {
  // Providers are kept by name in the whole process; each desk has one of its own.
  const domain = `foyer-${++desks}`;
  await inTime(OpenFeature.setProviderAndWait(domain, provider)).catch((error: unknown) => say(log, error));
  const client = OpenFeature.getClient(domain);
  const known = new Map<string, { flags: Flags; until: number }>();
  const asking = new Map<string, Promise<void>>();

  const ask = (seller: string): Promise<void> => {
    const under_way = asking.get(seller);
    if (under_way) return under_way;
    const work = evaluate(client, seller, known.get(seller)?.flags ?? flagDefaults)
      .then((flags) => {
        if (known.size >= mostSellers) known.clear();
        known.set(seller, { flags, until: clock() + freshFor });
      })
      .catch((error: unknown) => {
        // Asked again when this is over, not with every request.
        known.set(seller, { flags: known.get(seller)?.flags ?? flagDefaults, until: clock() + freshFor });
        say(log, error);
      })
      .finally(() => asking.delete(seller));
    asking.set(seller, work);
    return work;
  };

  return {
    of: (seller) => {
      const heard = known.get(seller);
      if (!heard || heard.until <= clock()) void ask(seller);
      return heard?.flags ?? flagDefaults;
    },
    read: async (sellers) => void (await Promise.all(sellers.map(ask))),
    close: async () => {
      await Promise.all(asking.values());
      await provider.onClose?.();
    },
  };
};

const evaluate = async (client: Client, seller: string, before: Flags): Promise<Flags> => {
  const context = { targetingKey: seller, seller };
  const answers = await inTime(
    Promise.all(
      flagNames.map(async (name) => [name, await client.getBooleanDetails(name, before[name], context)] as const),
    ),
  );
  const flagOf = (name: FlagName, { value, errorCode }: EvaluationDetails<boolean>): boolean =>
    errorCode === ErrorCode.FLAG_NOT_FOUND ? flagDefaults[name] : typeof value === "boolean" ? value : before[name];
  return Object.fromEntries(answers.map(([name, said]) => [name, flagOf(name, said)])) as Flags;
};

const inTime = <T>(work: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${deadline} ms`)), deadline);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
};

const say = (log: Log, error: unknown): void =>
  log.warn(
    { event: "flags_unheard", err: error instanceof Error ? error.message : String(error) },
    "feature flags could not be read; what was heard before counts",
  );
