/** Texts on the tiles of dates, times and amounts. */
export const tileStrings = {
  "reserve.price": "{prefix} {price}",
  "reserve.free": "Free",
  "reserve.date.sold_out": "Sold out",
} as const;
