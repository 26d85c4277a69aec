/** The five levels of the specification, section 2.3. */
export interface Band {
  readonly name: 'very-high' | 'high' | 'moderate' | 'low' | 'very-low';
  readonly word: string;
  readonly action: string;
  readonly range: string;
  readonly from: number;
}

const lowest: Band = { name: 'very-low', word: 'Very low', action: 'do not rely on it', range: 'under 0.70', from: 0 };

/** The best first. */
export const bands: readonly Band[] = [
  { name: 'very-high', word: 'Very high', action: 'use it', range: '0.95 – 1.00', from: 0.95 },
  { name: 'high', word: 'High', action: 'use it', range: '0.90 – 0.94', from: 0.9 },
  { name: 'moderate', word: 'Moderate', action: 'review it if it is critical', range: '0.85 – 0.89', from: 0.85 },
  { name: 'low', word: 'Low', action: 'review it', range: '0.70 – 0.84', from: 0.7 },
  lowest,
];

export const bandOf = (score: number): Band => bands.find(({ from }) => score >= from) ?? lowest;
