/** Focuses the field of a sheet when the sheet opens, so that one can type at once. */
export const focusFirst = (field: HTMLInputElement | null): void => field?.focus();
