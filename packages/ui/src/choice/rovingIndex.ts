/**
 * Where a key moves the focus in a row of `count` things; undefined when the key is none of ours.
 * Both arrow axes move, the ends join.
 */
export function rovingIndex(key: string, index: number, count: number): number | undefined {
  switch (key) {
    case "ArrowRight":
    case "ArrowDown":
      return (index + 1) % count;
    case "ArrowLeft":
    case "ArrowUp":
      return (index - 1 + count) % count;
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return undefined;
  }
}
