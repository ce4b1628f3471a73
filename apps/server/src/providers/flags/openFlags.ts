import { OFREPProvider } from "@openfeature/ofrep-provider";
import { fileFlags } from "./fileFlags.ts";
import { createFlagClient, type FlagClient } from "./flagClient.ts";

/** Opens flags from an OFREP service, from a file in the flagd format, or with their defaults. */
export const openFlags = (
  source: {
    readonly url?: string | undefined;
    readonly token?: string | undefined;
    readonly file?: string | undefined;
  },
  log: { warn(fields: object, message: string): void },
): Promise<FlagClient> =>
  createFlagClient(
    source.url === undefined
      ? fileFlags(source.file)
      : new OFREPProvider({
          baseUrl: source.url,
          ...(source.token === undefined ? {} : { headers: { authorization: `Bearer ${source.token}` } }),
        }),
    log,
  );
