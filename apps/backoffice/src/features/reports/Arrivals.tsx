import css from "./AttendanceScreen.module.css";

type ArrivalsProps = { readonly arrivals: readonly { readonly time: string; readonly people: number }[] };

/** Bars with their numbers beside them, so that the plot is also a readable list. */
export function Arrivals({ arrivals }: ArrivalsProps) {
  if (arrivals.length === 0) return <p className={css.quiet}>Nobody was checked in on these days.</p>;
  const most = Math.max(...arrivals.map(({ people }) => people), 1);
  return (
    <table className={css.arrivals} aria-label="Arrivals by quarter of an hour">
      <thead>
        <tr>
          <th scope="col">From</th>
          <th scope="col">People</th>
          <td />
        </tr>
      </thead>
      <tbody>
        {arrivals.map(({ time, people }) => (
          <tr key={time}>
            <th scope="row">{time}</th>
            <td data-number>{people}</td>
            <td className={css.plot} aria-hidden="true">
              <svg className={css.bar} viewBox="0 0 100 10" preserveAspectRatio="none">
                <rect width={(people / most) * 100} height="10" />
              </svg>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
