/** A field to search or filter with; its label stands in it until somebody types. */

interface Props {
  label: string;
  value: string;
  onText(text: string): void;
  wide?: boolean;
}

/** No question to the API is longer. */
const LONGEST = 500;

export function SearchField({ label, value, onText, wide = false }: Props) {
  return (
    <input
      class={wide ? 'search-field' : undefined}
      type="search"
      aria-label={label}
      placeholder={label}
      maxLength={LONGEST}
      value={value}
      onInput={(event) => onText(event.currentTarget.value)}
    />
  );
}
