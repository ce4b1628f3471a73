/** The name of the membership dialog, in a file of its own so that its openers do not load the dialog. */
export const membershipModalName = "membership-details";
