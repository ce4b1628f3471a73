import type { ComponentType } from "react";
import { lazyComponent, type LazyComponent } from "../../../shared/loading/lazyComponent.ts";
import type { RenewalBannerProps } from "./renewalBannerProps.ts";

export const lazyRenewal: LazyComponent<{ readonly RenewalBanner: ComponentType<RenewalBannerProps> }> = lazyComponent(
  ["src/features/reserve/members/RenewalBanner.tsx"],
  () => import("./RenewalBanner.tsx"),
);
