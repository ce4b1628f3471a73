/** An unused key for a list, derived from a name: 'Evening talk' becomes 'evening-talk'. */
export const newKey = (name: string, taken: readonly string[]): string => {
  const plain = name
    .normalize("NFKD")
    .replaceAll(/\p{Mn}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, 50);
  const first = plain || "new";
  let key = first;
  for (let n = 2; taken.includes(key); n++) key = `${first}-${n}`;
  return key;
};
