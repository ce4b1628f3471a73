import type { Configuration } from "@foyer/contract/seller.ts";
import type { Level } from "@foyer/rules/membershipForm.ts";
import { autoRenewAsk } from "@foyer/rules/renewals.ts";

/** What has no end is never renewed, and what costs nothing is paid with nothing that could be charged again. */
const tillTakesIt = ({ group: { level } }: Pick<Level, "group">): boolean =>
  level !== undefined && level !== null && level.term.valid_to !== null && level.price !== "0";

/** Is a renewal by itself asked about for this level, agreed to without asking, or not there? */
export const autoRenewOffered = (
  configuration: Configuration,
  level: Pick<Level, "group"> | undefined,
): ReturnType<typeof autoRenewAsk> => (level && tillTakesIt(level) ? autoRenewAsk(configuration) : "never");
