/**
 * Flags of Node with which a server is started; the image and the unit of systemd name the same.
 *
 * The heap grows by at most 40 % over what is alive before it is collected whole. V8 lets it grow to the fourfold: the few rows
 * of a long download that are alive whenever the young generation is collected then add up to hundreds of megabytes. V8 reads
 * this when it starts, so that the server cannot set it.
 */
export const serverFlags = ["--heap-growing-percent=40"];
