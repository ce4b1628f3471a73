import { useLoginStrength } from "../../login/session/loginStrength.ts";
import { lazyRenewal } from "./lazyRenewal.ts";
import type { RenewalBannerProps } from "./renewalBannerProps.ts";

/** Asks members whose membership ends before the chosen day to renew. */
export function LazyRenewalBanner(props: RenewalBannerProps) {
  const strength = useLoginStrength();
  const loaded = lazyRenewal.useLoadedWhen(strength !== "none" && props.day !== undefined);
  return loaded && <loaded.RenewalBanner {...props} />;
}
