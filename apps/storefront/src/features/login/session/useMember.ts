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
  /** Has a membership that has not ended: it is valid today, or begins later. */
  readonly isMember: boolean;
  /** Has memberships, all of which have ended. */
  readonly hadMembership: boolean;
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
  const isMember = own.some(({ is_expired }) => !is_expired);
  return {
    strength,
    user: member?.user,
    memberships,
    isMember,
    hadMembership: own.length > 0 && !isMember,
    isLoading: strength !== "none" && isLoading,
  };
};
