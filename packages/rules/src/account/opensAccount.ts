import type { Configuration } from "@foyer/contract/shop/seller.ts";

/**
 * Whether a seller's visitors can log in to an account, where they see their orders and renew a membership. A member number
 * alone gives the member's prices and shows nothing personal. The default is a password.
 */
export const opensAccount = ({ authentication = "password" }: Pick<Configuration, "authentication">): boolean =>
  authentication !== "none" && authentication !== "scan_code";

/** Whether a seller's visitors have passwords, which they can set by an e-mailed link. The default is a password. */
export const hasPasswords = ({ authentication = "password" }: Pick<Configuration, "authentication">): boolean =>
  ["password", "otp_or_password", "scan_code_password"].includes(authentication);
