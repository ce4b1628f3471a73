import type * as z from "zod/mini";

export type KeyValues = Readonly<Record<string, string | undefined>>;

/** The keys that a seller gets from a payment provider, as the command line saves and shows them. */
export type GatewayKeys = {
  /** The provider's name. */
  readonly label: string;
  readonly format: z.ZodMiniObject<Readonly<Record<string, z.ZodMiniType<string | undefined>>>>;
  /** What is wrong with keys that have the right format. */
  readonly problem?: (keys: KeyValues) => string | undefined;
  /** Whether the keys move real money. */
  readonly isLive: (keys: KeyValues) => boolean;
};

/** The names of the required and the optional keys. */
export const keyNames = ({ format }: GatewayKeys): { readonly required: string[]; readonly optional: string[] } => {
  const isOptional = (name: string): boolean => format.shape[name]?.safeParse(undefined).success ?? false;
  const names = Object.keys(format.shape);
  return { required: names.filter((name) => !isOptional(name)), optional: names.filter(isOptional) };
};

/** The problems of the given keys, as messages that contain no key. */
export const gatewayKeysProblems = ({ label, format, problem }: GatewayKeys, given: unknown): string[] => {
  const parsed = format.safeParse(given);
  if (!parsed.success)
    return parsed.error.issues.map((issue) =>
      issue.code === "unrecognized_keys"
        ? `${issue.keys.join(", ")}: no key of that name is stored for ${label}`
        : `${issue.path.join(".")}: ${issue.code === "invalid_type" ? "is missing" : issue.message}`,
    );
  const found = problem?.(parsed.data);
  return found === undefined ? [] : [found];
};
