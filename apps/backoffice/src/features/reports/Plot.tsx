import { useLayoutEffect, useRef, useState } from "react";
import { scaleBand, scaleLinear } from "d3-scale";
import css from "./Plot.module.css";

type Point = { readonly name: string; readonly value: number; readonly compared: number | null };
type PlotProps = {
  /** The label for screen readers; the numbers are in the table below. */
  readonly label: string;
  readonly points: readonly Point[];
  readonly names: { readonly value: string; readonly compared: string };
  readonly format: (value: number) => string;
};

const height = 220;
const margin = { top: 12, right: 8, bottom: 28, left: 64 };
/** The width of a name below the plot, in pixels. */
const nameWidth = 84;

/** The width of an element, updated when it changes. */
const useWidth = () => {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, width };
};

/** Bars over time. The compared values are a dashed line with dots, so that they differ by shape and not only by colour. */
export function Plot({ label, points, names, format }: PlotProps) {
  const { ref, width } = useWidth();
  const isCompared = points.some(({ compared }) => compared !== null);
  return (
    <figure className={css.plot}>
      <figcaption className={css.legend}>
        <span className={css.barName}>{names.value}</span>
        {isCompared && <span className={css.lineName}>{names.compared}</span>}
      </figcaption>
      <div ref={ref} className={css.canvas}>
        {width > 0 && <Bars {...{ label, points, format, width }} />}
      </div>
    </figure>
  );
}

type BarsProps = Pick<PlotProps, "label" | "points" | "format"> & { readonly width: number };

function Bars({ label, points, format, width }: BarsProps) {
  const values = points.flatMap(({ value, compared }) => (compared === null ? [value] : [value, compared]));
  const x = scaleBand<number>()
    .domain(points.map((_, nth) => nth))
    .range([margin.left, width - margin.right])
    .paddingInner(points.length > 60 ? 0 : 0.25);
  const y = scaleLinear()
    .domain([Math.min(0, ...values), Math.max(0, ...values, 1)])
    .nice(4)
    .range([height - margin.bottom, margin.top]);
  const step = Math.max(1, Math.ceil((points.length * nameWidth) / (width - margin.left)));
  const middle = (nth: number): number => (x(nth) ?? 0) + x.bandwidth() / 2;
  return (
    <svg className={css.svg} width={width} height={height} role="img" aria-label={label}>
      {y.ticks(4).map((tick) => (
        <g key={tick} transform={`translate(0 ${y(tick)})`}>
          <line className={tick === 0 ? css.zero : css.grid} x1={margin.left} x2={width - margin.right} />
          <text className={css.tick} x={margin.left - 8} dy="0.32em" textAnchor="end">
            {format(tick)}
          </text>
        </g>
      ))}
      {points.map(({ name, value }, nth) => (
        <g key={name}>
          <rect
            className={value < 0 ? css.below : css.bar}
            x={x(nth)}
            width={Math.max(1, x.bandwidth())}
            y={Math.min(y(0), y(value))}
            height={Math.abs(y(value) - y(0))}
          />
          {nth % step === 0 && (
            <text className={css.tick} x={middle(nth)} y={height - 8} textAnchor="middle">
              {name}
            </text>
          )}
        </g>
      ))}
      <Line points={points.flatMap(({ compared }, nth) => (compared === null ? [] : [[middle(nth), y(compared)]]))} />
    </svg>
  );
}

function Line({ points }: { readonly points: readonly (readonly number[])[] }) {
  if (points.length === 0) return null;
  return (
    <g className={css.line}>
      <polyline points={points.map(([left = 0, top = 0]) => `${left},${top}`).join(" ")} />
      {points.length <= 62 && points.map(([left, top], nth) => <circle key={nth} cx={left} cy={top} r="2.5" />)}
    </g>
  );
}
