const secretParameters = ["token", "otp", "gift_code"];

/** Whoever reads this in an address opens somebody's order or their account, or takes what was given to them. */
export const hasUrlSecret = (address: string): boolean => {
  const query = new URLSearchParams(address.split("#", 1)[0]?.split("?")[1]);
  return secretParameters.some((name) => query.has(name));
};
