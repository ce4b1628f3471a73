/** Lifetime of a visitor's session in days: since they were last seen, and since it was created. */
export const sessionDays = { idle: 30, absolute: 180 } as const;
/** The same for a user who is logged in. */
export const userSessionDays = { idle: 14, absolute: 60 } as const;
/** A session by member number alone is a guest's again after this time. */
export const limitedSessionHours = 24;
