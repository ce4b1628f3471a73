export const formProblemStrings = { "reserve.continue": "Continue" } as const;
