import { useState } from 'preact/hooks';

interface PageNumberProps {
  readonly page: number;
  readonly pages: number;
  readonly onTurn: (page: number) => void;
}

/** The page as a number that can be typed; Enter or leaving it goes there. */
export function PageNumber({ page, pages, onTurn }: PageNumberProps) {
  const [typed, type] = useState<string>();
  const go = (): void => {
    const wanted = Number(typed);
    if (typed !== undefined && Number.isInteger(wanted) && wanted >= 1) onTurn(wanted);
    type(undefined);
  };
  return (
    <span class="page-number">
      <input
        aria-label={`Page, of ${pages}`}
        inputMode="numeric"
        size={2}
        value={typed ?? String(page)}
        onInput={({ currentTarget }) => type(currentTarget.value)}
        onKeyDown={({ key }) => key === 'Enter' && go()}
        onBlur={go}
      />{' '}
      of {pages}
    </span>
  );
}
