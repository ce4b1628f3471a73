export { lockGiftCardsOfOrder } from "./giftCards.sql.ts";
