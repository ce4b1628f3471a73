/** The address with these query parameters added: after those that it has, and before its '#'. */
export const addQuery = (address: string, query: string): string => {
  if (query === "") return address;
  const [start = "", ...hash] = address.split(/(?=#)/);
  return `${start}${start.includes("?") ? "&" : "?"}${query}${hash.join("")}`;
};
