import type { EventReply } from "@foyer/contract/shop/catalog.ts";
import { useLoginStrength } from "../../login/session/loginStrength.ts";
import { lazyRenewalNotice } from "../form/lazyForms.ts";

export type RenewalBannerProps = { readonly event: EventReply; readonly day: string | undefined };

/** A member whose membership ends before the day they choose is told to renew it (requirements EVENT-55). */
export function LazyRenewalBanner(props: RenewalBannerProps) {
  const strength = useLoginStrength();
  const loaded = lazyRenewalNotice.useLoadedWhen(strength !== "none" && props.day !== undefined);
  return loaded && <loaded.RenewalBanner {...props} />;
}
