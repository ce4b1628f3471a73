import { useMemo, useSyncExternalStore } from "react";
import { stripeAppearance, stripeFonts } from "./stripeAppearance.ts";

const darkScheme = () => matchMedia("(prefers-color-scheme: dark)");
const subscribeToScheme = (listener: () => void) => {
  const query = darkScheme();
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
};

/** The page's colours and fonts for Stripe's elements, in the scheme that the visitor's device prefers. */
export const useStripeLook = () => {
  const prefersDark = useSyncExternalStore(subscribeToScheme, () => darkScheme().matches);
  // oxlint-disable-next-line react/exhaustive-deps -- the colours that are read depend on the scheme
  const appearance = useMemo(stripeAppearance, [prefersDark]);
  const fonts = useMemo(stripeFonts, []);
  // A seller's page can be dark whatever the device prefers.
  return { appearance, fonts, isDark: appearance.theme === "night" };
};
