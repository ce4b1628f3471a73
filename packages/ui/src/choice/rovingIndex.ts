/**
 * The index to which a key moves the focus in a row of `count` elements; undefined for other keys. Both arrow axes
 * move, and the ends wrap around.
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
