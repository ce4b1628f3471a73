/**
 * A gift card is described by the end of its number, '…4Q7Z'; a payment card starts with its brand, 'Visa ending in 4242'.
 */
export const isGiftCardMeans = (means: string): boolean => means.startsWith("…");
