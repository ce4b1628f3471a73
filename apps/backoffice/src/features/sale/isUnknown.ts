import type { CallError } from "../../shared/call.ts";

/**
 * Statuses with which a call is refused before its content is examined: signed out, permission lost, in progress, too many
 * requests.
 */
const beforeTheSale: readonly number[] = [401, 403, 408, 425, 429];

/**
 * Whether it is unknown if a sale was made: there was no reply, or none from the application. If an earlier reply to the
 * sale was lost, a refusal that is not about the sale leaves it unknown too.
 */
export const isUnknown = ({ status }: Pick<CallError, "status">, { isAgain }: { readonly isAgain: boolean }): boolean =>
  status === 0 || status >= 500 || (isAgain && beforeTheSale.includes(status));
