/** The upsell chain is kept on event pages and in the checkout. */
export const keepsUpsellChain = (route: string): boolean => route.startsWith("event") || route === "checkout";
