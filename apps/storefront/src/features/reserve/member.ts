/** What is known of the visitor as a member. */
export type Member = {
  readonly isMember: boolean;
  /** Bought memberships before, none of which is valid any more. */
  readonly hadMembership: boolean;
  /** The last day on which their membership is valid. */
  readonly valid_to: string | undefined;
};

const guest: Member = { isMember: false, hadMembership: false, valid_to: undefined };

/** Everybody is a guest as long as nobody can log in; whoever brings the login answers here. */
export const useMember = (): Member => guest;
