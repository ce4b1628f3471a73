import type { Refused } from "../../../api/call.ts";

/**
 * Logs a refusal that the form does not know. It is shown with its description, and nothing is wrong with the page. Like a
 * report it contains no request or response data. What the page has refused by itself was never sent.
 */
export const logUnknownRefusal = ({ status, code, context, method, path }: Refused): void => {
  const [called = ""] = path.split("?");
  // oxlint-disable-next-line no-console -- for whoever looks into why a visitor was refused
  if (called !== "") console.info("unknown refusal", { status, code, context, method, path: called });
};
