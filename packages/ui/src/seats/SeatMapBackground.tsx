import { memo } from "react";
import css from "./SeatMap.module.css";
import type { MapShape } from "./seatShapes.ts";

/** Stage and floors below the seats. The hall's texts are drawn with the labels. */
export const SeatMapBackground = memo(function SeatMapBackground({ shapes }: { readonly shapes: readonly MapShape[] }) {
  return shapes.map((shape, index) => <Shape key={index} {...shape} />);
});

function Shape({ shape, x = 0, y = 0, width, height, r, d, rotate, tone = "floor" }: MapShape) {
  const turned = rotate ? { transform: `rotate(${rotate} ${x} ${y})` } : {};
  const look = { className: css.shape, "data-tone": tone, ...turned };
  switch (shape) {
    case "rect":
      return <rect {...look} x={x} y={y} width={width} height={height} rx={r} />;
    case "circle":
      return <circle {...look} cx={x} cy={y} r={r} />;
    case "path":
      return <path {...look} d={d} />;
    default:
      return null;
  }
}
