import { paymentScripts } from "../../src/page/security/paymentScripts.ts";

const sourcePattern = (source: string): RegExp =>
  new RegExp(
    `^${source
      .split("*")
      .map((part) => RegExp.escape(part))
      .join("[^?#]*")}$`,
  );

/** The inventory's entry for a URL; undefined for a script that must not run there. */
export const scriptAt = (address: string, origin: string) => {
  const within = address.startsWith(`${origin}/`) ? address.slice(origin.length) : address;
  return paymentScripts.find(({ source }) => sourcePattern(source).test(within));
};
