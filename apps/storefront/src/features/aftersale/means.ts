/** Gift cards are named by the end of their number, '…4Q7Z'; other means by their kind first, 'Visa …4242'. */
export const isGiftCardMeans = (means: string): boolean => means.startsWith("…");
