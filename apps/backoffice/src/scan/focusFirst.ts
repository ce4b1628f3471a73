/** The field of a sheet takes the focus when the sheet opens, so that somebody can type at once. */
export const focusFirst = (field: HTMLInputElement | null): void => field?.focus();
