/**
 * Flags of Node with which a server is started; the image and the unit of systemd name the same.
 *
 * The heap at most doubles what is alive before it is collected whole. V8 lets it grow to the fourfold: the few rows
 * of a long download that are alive whenever the young generation is collected then add up to hundreds of megabytes. At 40 % it is collected so often that holds beside a publishing wait longer. V8 reads
 * this when it starts, so that the server cannot set it.
 */
export const serverFlags = ["--heap-growing-percent=100"];
