const key = "foyer.no_wallets";

/** Whether this browser had no wallet at an earlier checkout, in which case no space is reserved for the buttons. */
export const hasNoWallets = (): boolean => {
  try {
    return window.localStorage.getItem(key) === "1";
  } catch {
    return false;
  }
};

export const rememberNoWallets = (has_none: boolean): void => {
  try {
    if (has_none) window.localStorage.setItem(key, "1");
    else window.localStorage.removeItem(key);
  } catch {
    // Without storage, space is reserved at each checkout.
  }
};
