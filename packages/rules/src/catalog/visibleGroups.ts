import type { Handler } from "@foyer/contract/handlers.ts";
import type { HiddenType, TicketGroup } from "@foyer/contract/shop/catalog.ts";
import { needsSession } from "./handlers.ts";
import { isForMembers, type BenefitTicketType, type MemberAccess } from "../membership/memberTerms.ts";
import { isOnSale, type SaleWindow } from "./saleWindow.ts";

/**
 * Who views the groups, when, and which ids the link names: a link to a group reveals one that is hidden except by link.
 */
export type Viewer = {
  /** What their memberships give access to. */
  readonly opens: MemberAccess;
  readonly now: Temporal.Instant;
  readonly requestedGroups?: ReadonlySet<string> | undefined;
};

export type SellableType = { readonly available: boolean; readonly retired: boolean };
export type SellableGroup = SaleWindow & {
  readonly id: string;
  readonly hidden_type: HiddenType;
  readonly available: boolean;
  readonly retired: boolean;
  readonly types: readonly SellableType[];
};

export const isSellable = (type: SellableType): boolean => type.available && !type.retired;

/** May this event be listed? One that is hidden except by link never is; a members' event only if asked for. */
export const isListed = (event: { readonly hidden_type: HiddenType }, hiddenTypes: readonly HiddenType[]): boolean =>
  event.hidden_type !== "public_link_only" && hiddenTypes.includes(event.hidden_type);

/**
 * The groups of an event that a viewer can see, each with the types on sale. Nothing about other groups is revealed,
 * especially not their prices. If the link names groups, only those are shown. Sold-out groups are included and marked. Of
 * groups for members, only the types that the viewer's memberships allow are included.
 */
export const visibleGroups = <
  T extends SellableType & BenefitTicketType,
  G extends Omit<SellableGroup, "types"> & { readonly handler: Handler },
>(
  event: { readonly hidden_type: HiddenType },
  groups: readonly (G & { readonly types: readonly T[] })[],
  { opens, now, requestedGroups }: Viewer,
): (G & { readonly types: readonly T[] })[] =>
  groups
    .filter((group) => !requestedGroups || requestedGroups.has(group.id))
    .filter(
      (group) =>
        group.available &&
        !group.retired &&
        isOnSale(group, now) &&
        (group.hidden_type !== "public_link_only" || requestedGroups !== undefined),
    )
    .map((group) => ({
      ...group,
      types: group.types.filter(
        (type) => isSellable(type) && (!isForMembers(group, event) || opens(type, group.handler)),
      ),
    }))
    .filter((group) => group.types.length > 0);

/** Does a ticket count as a visitor? Extras such as audio guides do not, so their price is not the event's lowest. */
export const countsAsVisit = (group: { readonly exclude_from_event_capacity: boolean }): boolean =>
  !group.exclude_from_event_capacity;

/**
 * The types whose lowest price is stored with each session (`event_session.min_price`): what everyone may browse,
 * regardless of sale windows. Viewers who see other types need prices computed for them.
 */
export const browsablePriceTypes = <T extends SellableType>(
  groups: readonly (Omit<SellableGroup, "types"> & {
    readonly handler: Handler;
    readonly start_policy: TicketGroup["start_policy"];
    readonly exclude_from_event_capacity: boolean;
    readonly types: readonly T[];
  })[],
): T[] =>
  groups
    .filter(
      (group) =>
        needsSession(group) &&
        countsAsVisit(group) &&
        group.hidden_type === "public_browsable" &&
        group.available &&
        !group.retired,
    )
    .flatMap((group) => group.types.filter(isSellable));
