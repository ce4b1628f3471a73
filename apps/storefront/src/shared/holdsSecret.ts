/** Whoever reads this in an address opens somebody's order. */
export const holdsSecret = (address: string): boolean =>
  new URLSearchParams(address.split("#", 1)[0]?.split("?")[1]).has("token");
