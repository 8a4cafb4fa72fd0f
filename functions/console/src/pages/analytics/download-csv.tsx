/** The days as a file, made in the browser. */
import { csvOf, type Day } from './days.ts';

export function DownloadCsv({ days, name }: { days: Day[]; name: string }) {
  const download = (): void => {
    const url = URL.createObjectURL(new Blob([csvOf(days)], { type: 'text/csv' }));
    const link = document.createElement('a');
    link.href = url;
    link.download = name;
    link.click();
    URL.revokeObjectURL(url);
  };
  return (
    <button type="button" class="button" onClick={download}>
      Download CSV
    </button>
  );
}
