const length = 8;

/**
 * The first eight characters of a scan code in two groups of four: '4F7A 09C2', short enough to read out. It identifies a
 * ticket for staff and admits nobody, because the rest stays unknown.
 */
export const shortTicketNumber = (scan_code: string): string =>
  scan_code
    .slice(0, length)
    .match(/.{1,4}/g)
    ?.join(" ") ?? "";
