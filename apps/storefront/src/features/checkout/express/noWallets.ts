const key = "foyer.no_wallets";

/** Whether this browser had no wallet at an earlier checkout, so that no place is kept for their buttons. */
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
    // Without storage, the place is kept at each checkout.
  }
};
