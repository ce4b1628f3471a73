import type { ComponentType } from "react";
import { lazyPart, type LazyPart } from "../../shared/lazyPart.ts";

/** What the listing says to whoever is logged in. */
export const memberWaysPart: LazyPart<{ readonly MemberGreeting: ComponentType; readonly MemberWay: ComponentType }> =
  lazyPart(["src/features/listing/MemberWays.tsx"], () => import("./MemberWays.tsx"));
