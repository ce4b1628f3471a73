/** The session of every page whose link names one that does not exist. No row has this id. */
export const unknownSessionId = "00000000-0000-0000-0000-000000000000";
/** The path of every page that does not exist. */
export const notFoundPath = "/404";
/** The segment of a path that stands for any value of a route's parameter: ':id'. */
export const placeholderOf = (param: string): string => `:${param}`;
