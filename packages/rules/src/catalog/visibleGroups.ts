import type { Handler } from "@foyer/contract/handlers.ts";
import type { HiddenType } from "@foyer/contract/shop/catalog.ts";
import { isForSession } from "./handlers.ts";
import { isForMembers, type BenefitTicketType, type MemberAccess } from "../membership/memberTerms.ts";
import { isOnSale, type SaleWindow } from "./saleWindow.ts";

/** Who looks, when, and which groups they asked for by id: a link to a group is what opens one that is for its link only. */
export type Viewer = {
  /** What their memberships open. */
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

/** May this event stand in a listing? One that is for its link only never does; a members' event only when wished for. */
export const isListed = (event: { readonly hidden_type: HiddenType }, hiddenTypes: readonly HiddenType[]): boolean =>
  event.hidden_type !== "public_link_only" && hiddenTypes.includes(event.hidden_type);

/**
 * The groups of an event that someone may see, each with the types that can be bought. Nothing else of the others is
 * ever said, their prices least of all. Whoever asks for groups by id sees those and no other. A sold-out group is
 * seen: that it is sold out is what it has to say. Of what is for members they see the types that a membership of theirs
 * speaks of.
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

/** Something to take along, such as an audio guide, is no visit: a poster's price does not speak of it. */
export const countsAsVisit = (group: { readonly exclude_from_event_capacity: boolean }): boolean =>
  !group.exclude_from_event_capacity;

/**
 * The types whose lowest price is kept with each session (`event_session.min_price`): what anyone may browse, whatever
 * the sale windows say at the moment. A reader for whom other types are visible has to look at the prices themselves.
 */
export const browsablePriceTypes = <T extends SellableType>(
  groups: readonly (Omit<SellableGroup, "types"> & {
    readonly handler: Handler;
    readonly exclude_from_event_capacity: boolean;
    readonly types: readonly T[];
  })[],
): T[] =>
  groups
    .filter(
      (group) =>
        isForSession(group) &&
        countsAsVisit(group) &&
        group.hidden_type === "public_browsable" &&
        group.available &&
        !group.retired,
    )
    .flatMap((group) => group.types.filter(isSellable));
