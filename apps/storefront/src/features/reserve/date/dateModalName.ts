export const dateModalName = "choose-date";
