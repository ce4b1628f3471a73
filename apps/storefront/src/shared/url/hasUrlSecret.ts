const secretParameters = ["token", "otp", "gift_code"];

/** Whether a URL gives access to an order, an account or a gift. */
export const hasUrlSecret = (address: string): boolean => {
  const query = new URLSearchParams(address.split("#", 1)[0]?.split("?")[1]);
  return secretParameters.some((name) => query.has(name));
};
