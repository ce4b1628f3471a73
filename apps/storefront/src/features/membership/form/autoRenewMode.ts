import type { Configuration } from "@foyer/contract/shop/seller.ts";
import type { LevelOption } from "@foyer/rules/membership/party/partyForm.ts";
import { autoRenewPrompt } from "@foyer/rules/membership/renewalOptions.ts";

/** Lifetime memberships never renew, and a free one has no card that could be charged again. */
const canAutoRenew = ({ group: { level } }: Pick<LevelOption, "group">): boolean =>
  level !== undefined && level !== null && level.term.valid_to !== null && level.price !== "0";

/** Whether the level renews automatically: ask, always or never. */
export const autoRenewMode = (
  configuration: Configuration,
  level: Pick<LevelOption, "group"> | undefined,
): ReturnType<typeof autoRenewPrompt> => (level && canAutoRenew(level) ? autoRenewPrompt(configuration) : "never");
