/** Whether the browser stores cookies, which a login needs. */
export const hasCookies = (): boolean => {
  if (!navigator.cookieEnabled) return false;
  try {
    document.cookie = "foyer-try=1; Path=/; SameSite=Lax; Max-Age=10";
    const isKept = document.cookie.includes("foyer-try=1");
    document.cookie = "foyer-try=; Path=/; Max-Age=0";
    return isKept;
  } catch {
    return false;
  }
};
