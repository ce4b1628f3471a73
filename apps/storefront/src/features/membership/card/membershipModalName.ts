/** The name of the dialog with a membership's details: whoever opens it need not bring it. */
export const membershipModalName = "membership-details";
