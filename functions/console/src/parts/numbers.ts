/** Numbers as people read them, in the reader's language. */

const whole = new Intl.NumberFormat();
const short = new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 });
const share = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 0 });

export const formatCount = (value: number): string => whole.format(value);
/** `71K`; for places where the exact number stands beside it or on request. */
export const formatShort = (value: number): string => short.format(value);
export const callersText = (callers: number): string =>
  `${whole.format(callers)} ${callers === 1 ? 'caller' : 'callers'}`;
export const formatShare = (value: number): string => share.format(value);
