import css from "./SuccessAnimation.module.css";

const rays = 11;

/** A fan in the seller's colours that opens within a second. It does not move if reduced motion is preferred. */
export function SuccessAnimation() {
  return (
    <svg className={css.fan} viewBox="-60 -60 120 66" aria-hidden focusable="false">
      {Array.from({ length: rays }, (_, index) => (
        <g key={index} transform={`rotate(${-90 + (180 / (rays - 1)) * index})`}>
          <path
            className={css.ray}
            d={
              index % 2 === 0
                ? "M0-26c4.4 8 4.4 20 0 28c-4.4-8-4.4-20 0-28Z"
                : "M0-18c2.6 5 2.6 12 0 17c-2.6-5-2.6-12 0-17Z"
            }
            transform="translate(0 -28)"
          />
        </g>
      ))}
      <path className={css.mark} d="m-11-9 7.5 7.5L12-17" />
    </svg>
  );
}
