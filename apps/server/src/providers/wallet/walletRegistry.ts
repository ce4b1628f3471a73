import type { KeyFinder } from "../providerKeys.ts";
import { appleWallet, AppleWalletKeys } from "./appleWallet.ts";
import { googleWallet, GoogleWalletKeys } from "./googleWallet.ts";
import type { WalletFinder } from "./wallet.ts";

/** A seller's wallets; a wallet needs the seller's own keys. */
export const walletRegistry =
  (keysOf: KeyFinder): WalletFinder =>
  async (sellerId) => {
    const [apple, google] = await Promise.all([keysOf(sellerId, "apple_wallet"), keysOf(sellerId, "google_wallet")]);
    const appleKeys = AppleWalletKeys.safeParse(apple);
    const googleKeys = GoogleWalletKeys.safeParse(google);
    return {
      apple: appleKeys.success ? appleWallet(appleKeys.data) : undefined,
      google: googleKeys.success ? googleWallet(googleKeys.data) : undefined,
    };
  };
