import { useQuery } from "@tanstack/react-query";
import type { User } from "@foyer/contract/shop/login.ts";
import type { Membership } from "@foyer/contract/shop/membership.ts";
import { useLoginStrength, type LoginStrength } from "./loginStrength.ts";
import { memberQuery } from "./member.queries.ts";

/** What is known about the visitor as a member. */
export type Member = {
  /** full: logged in. limited: came by a link with a member ID. */
  readonly strength: LoginStrength;
  /** The account, for a full login. */
  readonly user: User | undefined;
  readonly memberships: readonly Membership[];
  /** Has a membership that is valid today. */
  readonly isMember: boolean;
  /** Has memberships, none of which is valid today. */
  readonly hadMembership: boolean;
  /** The last day of the valid membership, including renewals. */
  readonly valid_to: string | undefined;
  readonly isLoading: boolean;
};

const noMemberships: readonly Membership[] = [];

export const useMember = (): Member => {
  const strength = useLoginStrength();
  const { data, isLoading } = useQuery({ ...memberQuery, enabled: strength !== "none" });
  const member = strength === "none" ? undefined : data;
  const memberships = member?.memberships ?? noMemberships;
  // The memberships of other people in the party are listed, but do not make the visitor a member.
  const own = memberships.filter((membership) => membership.own);
  const valid = own.find((membership) => membership.is_valid);
  return {
    strength,
    user: member?.user,
    memberships,
    isMember: valid !== undefined,
    hadMembership: own.length > 0 && valid === undefined,
    valid_to: valid?.last_day ?? undefined,
    isLoading: strength !== "none" && isLoading,
  };
};
