/** On an event and at the checkout the data of the upsell chain is kept. */
export const keepsUpsellChain = (route: string): boolean => route.startsWith("event") || route === "checkout";
