const urls: Readonly<Record<string, string>> = import.meta.glob("./fonts/*.woff2", {
  query: "?url",
  import: "default",
  eager: true,
});

/** The hashed URL that Vite gave to a file of ./fonts. Works in the server bundle and in the browser's. */
export function fontUrl(file: string): string {
  const url = urls[`./fonts/${file}`];
  if (!url) throw new Error(`No font file named ${file}`);
  return url;
}
