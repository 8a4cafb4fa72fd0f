/**
 * A question to the API as the state of a component: loading, failed or ready. Another question, or a component that
 * goes away, abandons the request that is under way.
 */
import { useCallback, useEffect, useState } from 'preact/hooks';
import { ApiFailure } from './client.ts';

export type AnswerState<T> =
  | { is: 'loading'; data: T | undefined }
  | { is: 'failed'; failure: ApiFailure; data: undefined }
  | { is: 'ready'; data: T };

export type AnswerOf<T> = AnswerState<T> & { reload(): void };

/**
 * `inputs` says when it is another question. While a reload is under way the data of before stays, so nothing flickers.
 */
export function useAnswer<T>(
  question: (signal: AbortSignal) => Promise<T>,
  inputs: readonly (string | number | boolean | undefined)[],
): AnswerOf<T> {
  const [state, setState] = useState<AnswerState<T>>({ is: 'loading', data: undefined });
  const [turn, setTurn] = useState(0);
  const [asked, setAsked] = useState('');
  const key = JSON.stringify(inputs);

  useEffect(() => {
    const aborter = new AbortController();
    // Another question: the answer to the last one says nothing about it.
    setState((before) => ({ is: 'loading', data: key === asked ? before.data : undefined }));
    setAsked(key);
    question(aborter.signal).then(
      (data) => {
        if (!aborter.signal.aborted) setState({ is: 'ready', data });
      },
      (error: unknown) => {
        if (aborter.signal.aborted) return;
        const failure = error instanceof ApiFailure ? error : new ApiFailure(0, `This page failed: ${String(error)}`);
        setState({ is: 'failed', failure, data: undefined });
      },
    );
    return () => aborter.abort();
    // `question` is a new closure at every render; `key` says whether it asks something else.
  }, [key, turn]);

  const reload = useCallback(() => setTurn((turns) => turns + 1), []);
  return { ...state, reload };
}
