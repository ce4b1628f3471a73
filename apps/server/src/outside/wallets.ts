import type { KeyFinder } from "./providerKeys.ts";
import { appleWallet, AppleWalletKeys } from "./wallet/apple.ts";
import { googleWallet, GoogleWalletKeys } from "./wallet/google.ts";
import type { WalletFinder } from "./wallet/wallet.ts";

/** Who makes a seller's passes: nobody, unless the seller's own keys are kept. */
export const wallets =
  (keysOf: KeyFinder, origin: string): WalletFinder =>
  async (sellerId) => {
    const [apple, google] = await Promise.all([keysOf(sellerId, "apple_wallet"), keysOf(sellerId, "google_wallet")]);
    const forApple = AppleWalletKeys.safeParse(apple);
    const forGoogle = GoogleWalletKeys.safeParse(google);
    return {
      apple: forApple.success ? appleWallet(forApple.data) : undefined,
      google: forGoogle.success ? googleWallet(forGoogle.data, origin) : undefined,
    };
  };
