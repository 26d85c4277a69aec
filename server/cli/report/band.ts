/** The five levels of the specification, section 2.3. */
export interface ScoreBand {
  readonly name: 'very-high' | 'high' | 'moderate' | 'low' | 'very-low';
  readonly label: string;
  readonly action: string;
  readonly range: string;
  readonly from: number;
}

const lowest: ScoreBand = { name: 'very-low', label: 'Very low', action: 'do not rely on it', range: 'under 0.70', from: 0 };

/** The best first. */
export const bands: readonly ScoreBand[] = [
  { name: 'very-high', label: 'Very high', action: 'use it', range: '0.95 – 1.00', from: 0.95 },
  { name: 'high', label: 'High', action: 'use it', range: '0.90 – 0.94', from: 0.9 },
  { name: 'moderate', label: 'Moderate', action: 'review it if it is critical', range: '0.85 – 0.89', from: 0.85 },
  { name: 'low', label: 'Low', action: 'review it', range: '0.70 – 0.84', from: 0.7 },
  lowest,
];

export const bandOf = (score: number): ScoreBand => bands.find(({ from }) => score >= from) ?? lowest;
