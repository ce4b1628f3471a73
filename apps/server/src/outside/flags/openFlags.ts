import { OFREPProvider } from "@openfeature/ofrep-provider";
import { fileFlags } from "./fileFlags.ts";
import { flagDesk, type FlagDesk } from "./flags.ts";

/** Flags from a service that speaks OFREP, or from a file in the flagd format, or their defaults. */
export const openFlags = (
  from: { readonly url?: string | undefined; readonly token?: string | undefined; readonly file?: string | undefined },
  log: { warn(fields: object, message: string): void },
): Promise<FlagDesk> =>
  flagDesk(
    from.url === undefined
      ? fileFlags(from.file)
      : new OFREPProvider({
          baseUrl: from.url,
          ...(from.token === undefined ? {} : { headers: { authorization: `Bearer ${from.token}` } }),
        }),
    log,
  );
