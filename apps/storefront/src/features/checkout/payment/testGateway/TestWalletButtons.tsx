import { useEffect, useEffectEvent } from "react";
import { lazyComponent } from "../../../../shared/loading/lazyComponent.ts";
import type { WalletButtonsProps } from "../pageGateway.ts";

const lazyTestWallet = lazyComponent(
  ["src/features/checkout/payment/testGateway/TestWallet.tsx"],
  () => import("./TestWallet.tsx"),
);

/** The wallet of the test gateway, which moves no money. */
export function TestWalletButtons(props: WalletButtonsProps) {
  const loaded = lazyTestWallet.useLoadedWhen(true);
  const tell = useEffectEvent(props.onKnown);
  const isLoaded = loaded !== undefined;
  useEffect(() => {
    if (isLoaded) tell(true);
  }, [isLoaded]);
  return loaded && <loaded.TestWallet {...props} />;
}
