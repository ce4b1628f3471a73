/** Joins the lines of each PEM key or certificate into one value. */
const joinPemLines = (given: string): string =>
  given
    .replaceAll("\r", "")
    .replace(/-----BEGIN [^-]+-----[^-]*-----END [^-]+-----/g, (pem) => pem.replaceAll("\n", "\\n"));

/** Parses lines such as `secret_key=sk_live_…`; skips empty lines and comments (#). */
export const parseKeyLines = (given: string): Record<string, string> => {
  const lines = joinPemLines(given)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"));
  return Object.fromEntries(
    lines.map((line, index) => {
      const separator = line.indexOf("=");
      // The message does not quote the line: it may be a secret without a name.
      if (separator < 1) throw new Error(`Line ${index + 1} is not of the form name=value.`);
      // Key files of service accounts write a key on one line, with `
      // ` for line breaks.
      return [
        line.slice(0, separator).trim(),
        line
          .slice(separator + 1)
          .trim()
          .replaceAll("\\n", "\n"),
      ];
    }),
  );
};

/** Shows only the last four characters, to tell keys apart. */
export const maskKey = (value: string | undefined): string => (value === undefined ? "none" : `…${value.slice(-4)}`);
