import { useQuery } from "@tanstack/react-query";
import type { User } from "@foyer/contract/shop/login.ts";
import type { Membership } from "@foyer/contract/shop/membership.ts";
import { useLoginStrength, type LoginStrength } from "./loginStrength.ts";
import { memberQuery } from "./member.queries.ts";

/** What is known of the visitor as a member. */
export type Member = {
  /** full: logged in. limited: showed a member's number in a link. */
  readonly strength: LoginStrength;
  /** Of a full session: who it is. */
  readonly user: User | undefined;
  readonly memberships: readonly Membership[];
  /** A membership is valid today. */
  readonly isMember: boolean;
  /** Bought memberships before, none of which is valid any more. */
  readonly hadMembership: boolean;
  /** The last day on which their membership is valid, renewals counted. */
  readonly valid_to: string | undefined;
  readonly isLoading: boolean;
};

const noMemberships: readonly Membership[] = [];

export const useMember = (): Member => {
  const strength = useLoginStrength();
  const { data, isLoading } = useQuery({ ...memberQuery, enabled: strength !== "none" });
  const member = strength === "none" ? undefined : data;
  const memberships = member?.memberships ?? noMemberships;
  // Those of others are shown to whoever holds the membership, and let in nobody else.
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
