import type { KeyFinder } from "../providerKeys.ts";
import { appleWallet, AppleWalletKeys } from "./appleWallet.ts";
import type { PushEndpoint } from "./applePush.ts";
import type { GoogleEndpoints } from "./googleObjects.ts";
import { googleWallet, GoogleWalletKeys } from "./googleWallet.ts";
import type { WalletFinder } from "./wallet.ts";

/** Where wallets are notified that a pass has changed. */
export type WalletEndpoints = { readonly apple: PushEndpoint; readonly google: GoogleEndpoints };

export const walletEndpoints: WalletEndpoints = {
  apple: { pushUrl: "https://api.push.apple.com" },
  google: { objectsUrl: "https://walletobjects.googleapis.com", tokenUrl: "https://oauth2.googleapis.com/token" },
};

/** A seller's wallets; each needs the seller's own keys. Without `endpoints`, no wallet is notified of changes. */
export const walletRegistry =
  (keysOf: KeyFinder, endpoints?: WalletEndpoints): WalletFinder =>
  async (sellerId) => {
    const [apple, google] = await Promise.all([keysOf(sellerId, "apple_wallet"), keysOf(sellerId, "google_wallet")]);
    const appleKeys = AppleWalletKeys.safeParse(apple);
    const googleKeys = GoogleWalletKeys.safeParse(google);
    return {
      apple: appleKeys.success ? appleWallet(appleKeys.data, endpoints?.apple) : undefined,
      google: googleKeys.success ? googleWallet(googleKeys.data, endpoints?.google) : undefined,
    };
  };
