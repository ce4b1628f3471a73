import type { Configuration } from "@foyer/contract/shop/seller.ts";
import type { LevelOption } from "@foyer/rules/membership/partyForm.ts";
import { autoRenewPrompt } from "@foyer/rules/membership/renewalOptions.ts";

/** What has no end is never renewed, and what costs nothing is paid with nothing that could be charged again. */
const canAutoRenew = ({ group: { level } }: Pick<LevelOption, "group">): boolean =>
  level !== undefined && level !== null && level.term.valid_to !== null && level.price !== "0";

/** Is a renewal by itself asked about for this level, agreed to without asking, or not there? */
export const autoRenewMode = (
  configuration: Configuration,
  level: Pick<LevelOption, "group"> | undefined,
): ReturnType<typeof autoRenewPrompt> => (level && canAutoRenew(level) ? autoRenewPrompt(configuration) : "never");
