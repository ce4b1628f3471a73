/** Gift cards are named by the end of their number, '…4Q7Z'; cards by their brand first, 'Visa ending in 4242'. */
export const isGiftCardMeans = (means: string): boolean => means.startsWith("…");
