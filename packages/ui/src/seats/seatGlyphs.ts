/** Kinds of seats other than an ordinary chair. */
export type SeatSignKind = "wheelchair" | "companion" | "restricted_view";

/** The strokes of each sign, in a square from -12 to 12. */
export const seatGlyphs: Readonly<Record<SeatSignKind, string>> = {
  wheelchair: "M-2.5-9.6a1.2 1.2 0 1 0 .1 0M-2.4-5v6.2h6l3.6 6.6M-2.4-2h5.2M-5.2-.6a6 6 0 1 0 8.4 7.2",
  companion: "M0-9a3.2 3.2 0 1 0 .1 0M-6.4 8.6c0-6.2 2.4-8.8 6.4-8.8s6.4 2.6 6.4 8.8",
  restricted_view: "M-10 0c4.4-7 15.6-7 20 0-4.4 7-15.6 7-20 0ZM-.1-2.4a2.4 2.4 0 1 0 .1 0M-8 8.4 8-8.4",
};
