import { useLoginStrength } from "../../login/session/loginStrength.ts";
import { lazyRenewal } from "./lazyRenewal.ts";
import type { RenewalBannerProps } from "./renewalBannerProps.ts";

/** A member whose membership ends before the day they choose is told to renew it (requirements EVENT-55). */
export function LazyRenewalBanner(props: RenewalBannerProps) {
  const strength = useLoginStrength();
  const loaded = lazyRenewal.useLoadedWhen(strength !== "none" && props.day !== undefined);
  return loaded && <loaded.RenewalBanner {...props} />;
}
