/** Lifetime of a visitor's session in days: since they were last seen, and since it was created. */
export const sessionDays = { idle: 30, absolute: 180 } as const;
/** The same for a logged-in user. */
export const userSessionDays = { idle: 14, absolute: 60 } as const;
/** After this time, a session by member number alone becomes a guest's again. */
export const limitedSessionHours = 24;
