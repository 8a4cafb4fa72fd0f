/** A path that breaks behind its slashes where it does not fit, and its line. */

export function PathText({ path, line }: { path: string; line?: number }) {
  const parts = path.split('/');
  return (
    <>
      {parts.map((part, at) => (
        <span key={at}>
          {part}
          {at < parts.length - 1 && '/'}
          <wbr />
        </span>
      ))}
      {line !== undefined && `:${line}`}
    </>
  );
}
