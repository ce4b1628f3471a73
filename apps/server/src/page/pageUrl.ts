/** First path segments that are never a seller's slug. */
export const reservedSegments: ReadonlySet<string> = new Set([
  "api",
  "cached_api",
  "assets",
  "healthz",
  "livez",
  "readyz",
  "_dev",
  "_reports",
]);

export const splitUrl = (url: string): { readonly path: string; readonly search: string } => {
  const queryIndex = url.indexOf("?");
  return queryIndex < 0
    ? { path: url, search: "" }
    : { path: url.slice(0, queryIndex), search: url.slice(queryIndex + 1) };
};

export const withSearch = (path: string, search: string): string => (search === "" ? path : `${path}?${search}`);

const isDecodable = (path: string): boolean => {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
};

/**
 * The URL by which a request is routed. A page's path that cannot be decoded ('/harbor/100%') is taken literally, so that
 * the visitor sees the seller's own page for an unknown URL. The API refuses such a path.
 */
export const routedUrl = (url: string): string => {
  const { path, search } = splitUrl(url);
  if (isDecodable(path) || reservedSegments.has(path.split("/", 2)[1] ?? "")) return url;
  return withSearch(path.replaceAll("%", "%25"), search);
};
