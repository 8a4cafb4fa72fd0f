/** Issues raised and resolved day by day, as a chart for the eye and a table for everything else. */
import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { formatCount } from '../../parts/numbers.ts';
import type { Day } from './days.ts';

const HEIGHT = 260;
const HALF_DAY_S = 43_200;

export function DailyChart({ days }: { days: Day[] }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const chart = new uPlot(optionsFor(element), dataOf(days), element);
    const observer = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height: HEIGHT }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      chart.destroy();
    };
  }, [days]);
  return (
    <>
      <div class="card chart-card">
        <div ref={place} class="chart" aria-hidden="true" />
      </div>
      <details class="fold">
        <summary>The days as a table</summary>
        <DayTable days={days} />
      </details>
    </>
  );
}

function dataOf(days: Day[]): uPlot.AlignedData {
  return [
    days.map(({ date }) => Date.parse(`${date}T00:00:00`) / 1000),
    // A bar of no height would still be drawn as a line.
    days.map(({ bugs_caught }) => (bugs_caught === 0 ? null : bugs_caught)),
    days.map(({ issues_resolved }) => issues_resolved),
  ];
}

/** Colours are those of the page, which follow the reader's preference. */
function optionsFor(element: HTMLElement): uPlot.Options {
  const style = getComputedStyle(element);
  const colour = (name: string): string => style.getPropertyValue(name).trim();
  const axis = {
    stroke: colour('--faint'),
    grid: { stroke: colour('--line'), width: 1 },
    ticks: { show: false },
  };
  const bars = uPlot.paths.bars?.({ size: [0.7, 24] });
  const series = (label: string, name: string): uPlot.Series => ({
    label,
    stroke: colour(name),
    width: 2,
    points: { show: false },
  });
  return {
    width: element.clientWidth,
    height: HEIGHT,
    // Bars of the first and the last day need room beside their middle.
    scales: {
      x: { range: (_chart, first, last) => [first - HALF_DAY_S, last + HALF_DAY_S] },
      y: { range: (_chart, _low, high) => [0, Math.max(4, Math.ceil((high ?? 0) * 1.1))] },
    },
    legend: { live: false },
    cursor: { show: false },
    axes: [
      { ...axis, grid: { show: false } },
      { ...axis, incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000] },
    ],
    series: [
      {},
      {
        ...series('raised', '--bad'),
        ...(bars === undefined ? {} : { paths: bars, fill: `${colour('--bad')}44`, width: 1 }),
      },
      series('resolved', '--good'),
    ],
  };
}

function DayTable({ days }: { days: Day[] }) {
  return (
    <div class="table-frame">
      <table class="table">
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col" class="number">
              Raised
            </th>
            <th scope="col" class="number">
              Resolved
            </th>
          </tr>
        </thead>
        <tbody>
          {days.map(({ date, bugs_caught, issues_resolved }) => (
            <tr key={date}>
              <td>{date}</td>
              <td class="number" data-label="raised">
                {formatCount(bugs_caught)}
              </td>
              <td class="number" data-label="resolved">
                {formatCount(issues_resolved)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
