import type { CallError } from "../../shared/call.ts";

/** Refused before anybody looks at what was sent: signed out, no permission any more, in progress, too often. */
const beforeTheSale: readonly number[] = [401, 403, 408, 425, 429];

/**
 * Whether nobody knows if a sale was made: no answer, or one that is not the application's. Of a sale whose answer was lost
 * before, a refusal that is not about the sale says nothing either.
 */
export const isUnknown = ({ status }: Pick<CallError, "status">, { isAgain }: { readonly isAgain: boolean }): boolean =>
  status === 0 || status >= 500 || (isAgain && beforeTheSale.includes(status));
