import type { Refused } from "../../../api/call.ts";

/**
 * Logs a refusal that the form does not know. It is shown with its description; it is not a fault of the page. Like an
 * error report, the log contains no request or response data. Refusals by the page itself, which were never sent, are not
 * logged.
 */
export const logUnknownRefusal = ({ status, code, context, method, path }: Refused): void => {
  const [called = ""] = path.split("?");
  // oxlint-disable-next-line no-console -- for whoever looks into why a visitor was refused
  if (called !== "") console.info("unknown refusal", { status, code, context, method, path: called });
};
