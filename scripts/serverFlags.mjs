/**
 * Node flags with which a server is started; the image and the systemd unit use the same.
 *
 * The heap at most doubles the size of live objects before a full collection. V8's default is four times: the few live
 * rows of a long download at each collection of the young generation then add up to hundreds of megabytes. At 40 %,
 * collections are so frequent that holds wait longer while a catalogue is published. V8 reads this at startup, so the
 * server cannot set it itself.
 */
export const serverFlags = ["--heap-growing-percent=100"];

/** The file with which a server is started: the sources in one bundle, which `npm run build` writes. */
export const serverFile = "apps/server/dist/main.js";
