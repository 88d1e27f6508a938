// The colors of light and ground in a view; the background is the page's.
export interface Colors {
  grid: string;
  gridStrength: number;
  shadow: number;
  sky: number;
}

export const viewColors: Record<'light' | 'dark', Colors> = {
  light: { grid: '#5b6472', gridStrength: 0.3, shadow: 0.22, sky: 1.2 },
  dark: { grid: '#aeb8c8', gridStrength: 0.2, shadow: 0.45, sky: 1.05 },
};
